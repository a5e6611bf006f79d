import { expect, test } from 'vitest'
import { createLedger } from './ledger.ts'
import { createOneAnswer } from './one-answer.ts'

function found(answers: { _id: string; version: number }[], forgottenTo = 0): string[] {
  const ledger = createLedger()
  if (forgottenTo > 0) ledger.forget(0, forgottenTo)
  const isOne = createOneAnswer(ledger, 10)
  for (const answer of answers) isOne(answer)
  return ledger.violations.map(({ invariant }) => invariant)
}

const answer = { _id: 'm1', version: 1 }

test('one-answer check finds I2 when a key is answered with two different messages [OPEN-097]', () => {
  expect(found([answer, answer])).toEqual([])
  expect(found([answer, { ...answer, version: 2 }])).toEqual(['I2'])
  expect(found([answer, answer, { ...answer, _id: 'm2' }])).toEqual(['I2'])
})

test('one-answer check accepts another message when the store was restored between', () => {
  expect(found([answer, { ...answer, _id: 'm2' }], 20)).toEqual([])
})
