import { GraphQLError } from 'graphql'
import { expect, test } from 'vitest'
import { answeredError } from './errors.ts'

const log = { warn: () => undefined, error: () => undefined } as unknown as Parameters<typeof answeredError>[1]['log']
const answered = (message: string, production = true) =>
  answeredError(new GraphQLError(message), { log, requestId: 'r1', production }).message

test('answeredError leaves out the names of the schema when the service is in production [OPEN-050]', () => {
  const unknown = 'Cannot query field "nam" on type "Automation".'
  const suggested = `${unknown} Did you mean "name" or "names"?`
  expect(answered(suggested)).toBe(unknown)
  expect(answered(suggested, false)).toBe(suggested)
  expect(answered(`${unknown} Did you mean to use an inline fragment on "Automation"?`)).toBe(unknown)
  expect(answered(unknown)).toBe(unknown)
})

test('answeredError takes no longer than its message when a member sends very many spaces [OPEN-050]', () => {
  // A search that begins again at each space takes minutes here.
  const sent = `Int cannot represent non-integer value: "${' '.repeat(300_000)}"`
  expect(answered(sent)).toBe(sent)
})
