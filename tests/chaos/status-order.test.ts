import { expect, test } from 'vitest'
import { stepsBack } from './status-order.rules.ts'

const eventsWith = (...statuses: string[]) => statuses.map((status) => ({ key: 'm1', status }))

test.each([
  ['queued', 'sending', 'queued', 'sending', 'sent', 'delivered'],
  ['sending', 'failed', 'delivered'],
  ['sent', 'sent', 'undelivered'],
  ['received', 'received'],
])('stepsBack finds nothing when a status goes %s, %s, …', (...statuses) => {
  expect(stepsBack(eventsWith(...statuses))).toEqual([])
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
])('stepsBack finds one step when a status goes %s, %s', (...statuses) => {
  expect(stepsBack(eventsWith(...statuses))).toHaveLength(1)
})

test('stepsBack judges each message by itself when their events are mixed', () => {
  const events = [
    { key: 'm1', status: 'delivered' },
    { key: 'm2', status: 'sent' },
    { key: 'c1', status: null },
    { key: 'm2', status: 'delivered' },
  ]
  expect(stepsBack(events)).toEqual([])
})
