import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sequenceProblem } from './sequence.rules.ts'

test('[RULE-15] numbers start at 1', () => {
  expect(sequenceProblem([2, 3])).toBe('Sequence numbers must start with 1.')
  expect(sequenceProblem([1, 2, 3])).toBeNull()
})

test('[RULE-16] a repeated number is named', () => {
  expect(sequenceProblem([1, 2, 2, 3])).toBe('Repeated sequence number: 2.')
})

test('[RULE-17] a missing number is named', () => {
  expect(sequenceProblem([1, 3])).toBe('Missing sequence number: 2.')
})

test('[OPEN-040] the first failing rule speaks, in any order of input', () => {
  expect(sequenceProblem([2, 2])).toBe('Sequence numbers must start with 1.')
  expect(sequenceProblem([1, 1, 3])).toBe('Repeated sequence number: 1.')
  expect(sequenceProblem([3, 1, 2])).toBeNull()
  expect(sequenceProblem([])).toBeNull()
})

test('[OPEN-040] only 1…n has no problem', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 6 }), (numbers) => {
      const complete = [...numbers].sort((a, b) => a - b).every((number, index) => number === index + 1)
      expect(sequenceProblem(numbers) === null).toBe(complete)
    }),
  )
})
