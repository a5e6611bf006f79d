import { expect, test } from 'vitest'
import { fillIn, parseThreads, untilAnswer, untilQuestion } from './threads.rules.ts'

const [thread, stranger] = parseThreads(`# billing
P: Can I pay in two parts?
P: Or three
N: Plan allows it.
C: Yes, {first}.
P: Thanks

# unknown
P: hello
P: is this the clinic
`)
const last = (places: readonly number[]) => places.at(-1) ?? 0

test('parseThreads reads subjects and lines', () => {
  expect(thread?.about).toBe('billing')
  expect(thread?.lines.map(({ by }) => by)).toEqual(['patient', 'patient', 'note', 'clinic', 'patient'])
  expect(() => parseThreads('# weather\nP: rain')).toThrow('not a thread')
  expect(() => parseThreads('# billing\nX: what')).toThrow('not a line')
})

test('untilQuestion ends at a line that needs an answer and not at a thank-you', () => {
  expect(untilQuestion(thread!, last)?.lines.at(-1)?.text).toBe('Or three')
  expect(untilQuestion(stranger!, last)?.lines).toHaveLength(2)
  expect(untilAnswer(thread!, last)?.lines.at(-1)?.by).toBe('clinic')
  expect(untilAnswer(stranger!, last)).toBeNull()
})

test('fillIn replaces every placeholder', () => {
  expect(fillIn('Yes, {first}.', { first: 'Ana' })).toBe('Yes, Ana.')
  expect(() => fillIn('Yes, {last}.', { first: 'Ana' })).toThrow('{last}')
})
