import { expect, test } from 'vitest'
import { isPlanGone } from './failure.rules.ts'

const failure = (message: string, more: object) => Object.assign(new Error(message), more)

test('isPlanGone recognizes an outdated plan in every language of the server', () => {
  const german = 'gecachter Plan darf den Ergebnistyp nicht ändern'
  expect(isPlanGone(failure(german, { code: '0A000', routine: 'RevalidateCachedQuery' }))).toBe(true)
  expect(isPlanGone(failure('cached plan is not implemented', { code: '0A000', routine: 'ExecuteQuery' }))).toBe(false)
  expect(isPlanGone(failure('Anweisung existiert nicht', { code: '26000' }))).toBe(true)
})
