import { expect, test } from 'vitest'
import { identityLabel } from './birth.rules.ts'

test('identityLabel shows what is known to tell patients with the same name apart [CALL-INBOX-21]', () => {
  const [birthdate, mrn] = ['1968-03-14', '204-8817']
  expect(identityLabel({ birthdate, mrn })).toBe('Born 03/14/1968 · MRN 204-8817')
  expect(identityLabel({ birthdate, mrn: null })).toBe('Born 03/14/1968')
  expect(identityLabel({ birthdate: null, mrn })).toBe('MRN 204-8817')
  expect(identityLabel({ birthdate: null, mrn: null })).toBe('')
})
