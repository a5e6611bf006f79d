import { expect, test } from 'vitest'
import { stepsBack } from './status-order.rules.ts'

const told = (...statuses: string[]) => statuses.map((status) => ({ key: 'm1', status }))

test.each([
  ['queued', 'sending', 'queued', 'sending', 'sent', 'delivered'],
  ['sending', 'failed', 'delivered'],
  ['sent', 'sent', 'undelivered'],
  ['received', 'received'],
])('goes on: %s, %s, …', (...statuses) => {
  expect(stepsBack(told(...statuses))).toEqual([])
})

test.each([
  ['delivered', 'sent'],
  ['delivered', 'failed'],
  ['failed', 'undelivered'],
  ['failed', 'sent'],
  ['sent', 'sending'],
  ['sent', 'queued'],
  ['received', 'sent'],
  ['queued', 'nothing known'],
])('goes back: %s, %s', (...statuses) => {
  expect(stepsBack(told(...statuses))).toHaveLength(1)
})

test('each message has a story of its own', () => {
  const events = [
    { key: 'm1', status: 'delivered' },
    { key: 'm2', status: 'sent' },
    { key: 'c1', status: null },
    { key: 'm2', status: 'delivered' },
  ]
  expect(stepsBack(events)).toEqual([])
})
