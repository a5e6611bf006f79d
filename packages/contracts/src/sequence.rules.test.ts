import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sequenceProblem } from './sequence.rules.ts'

test('sequenceProblem reports numbers that do not start at 1 [RULE-15]', () => {
  expect(sequenceProblem([2, 3])).toBe('Sequence numbers must start with 1.')
  expect(sequenceProblem([1, 2, 3])).toBeNull()
})

test('sequenceProblem names a repeated number [RULE-16]', () => {
  expect(sequenceProblem([1, 2, 2, 3])).toBe('Repeated sequence number: 2.')
})

test('sequenceProblem names a missing number [RULE-17]', () => {
  expect(sequenceProblem([1, 3])).toBe('Missing sequence number: 2.')
})

test('sequenceProblem reports the first failing rule for any order of input [OPEN-040]', () => {
  expect(sequenceProblem([2, 2])).toBe('Sequence numbers must start with 1.')
  expect(sequenceProblem([1, 1, 3])).toBe('Repeated sequence number: 1.')
  expect(sequenceProblem([3, 1, 2])).toBeNull()
  expect(sequenceProblem([])).toBeNull()
})

test('sequenceProblem returns null only for the numbers 1 to n [OPEN-040]', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 6 }), (numbers) => {
      const complete = [...numbers].sort((a, b) => a - b).every((number, index) => number === index + 1)
      expect(sequenceProblem(numbers) === null).toBe(complete)
    }),
  )
})
