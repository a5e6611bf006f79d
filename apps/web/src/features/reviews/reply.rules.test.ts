import { expect, test } from 'vitest'
import { CallError } from '../../api/call-error.ts'
import { privacyRefusal } from './reply.rules.ts'

test('privacyRefusal places a finding by the typed text when that begins with blanks', () => {
  const finding = { rule: 'patient', level: 'block', from: 0, to: 3, why: 'A patient’s name.' }
  const error = new CallError(undefined, 422, { reason: 'privacy', data: { findings: [finding], proposal: 'Thanks.' } })
  expect(privacyRefusal(error, '  Ida, thanks.')).toEqual({
    text: '  Ida, thanks.',
    findings: [{ ...finding, from: 2, to: 5 }],
    proposal: 'Thanks.',
  })
})
