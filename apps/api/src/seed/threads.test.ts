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

test('a thread is its subject and its lines', () => {
  expect(thread?.about).toBe('billing')
  expect(thread?.lines.map(({ by }) => by)).toEqual(['patient', 'patient', 'note', 'clinic', 'patient'])
  expect(() => parseThreads('# weather\nP: rain')).toThrow('no thread')
  expect(() => parseThreads('# billing\nX: what')).toThrow('no line')
})

test('a question is what the clinic still has to answer, a thank you is not', () => {
  expect(untilQuestion(thread!, last)?.lines.at(-1)?.text).toBe('Or three')
  expect(untilQuestion(stranger!, last)?.lines).toHaveLength(2)
  expect(untilAnswer(thread!, last)?.lines.at(-1)?.by).toBe('clinic')
  expect(untilAnswer(stranger!, last)).toBeNull()
})

test('placeholders become words, and none stays behind', () => {
  expect(fillIn('Yes, {first}.', { first: 'Ana' })).toBe('Yes, Ana.')
  expect(() => fillIn('Yes, {last}.', { first: 'Ana' })).toThrow('{last}')
})
