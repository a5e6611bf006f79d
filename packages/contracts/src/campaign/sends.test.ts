import { expect, test } from 'vitest'
import {
  addUp,
  hasLeft,
  isAtRest,
  isUnderWay,
  mayBecome,
  NO_SENDS,
  type SendState,
  sendStates,
  statesFrom,
} from './sends.rules.ts'

const next: Readonly<Record<SendState, readonly SendState[]>> = {
  waiting: ['queued', 'skipped', 'cancelled', 'listed'],
  queued: ['sent', 'delivered', 'failed', 'unconfirmed'],
  unconfirmed: ['sent', 'delivered', 'failed'],
  sent: ['delivered', 'failed'],
  failed: ['delivered'],
  delivered: [],
  skipped: [],
  cancelled: [],
  listed: [],
}

test.each(sendStates)('a send that is %s becomes what the table says and never goes back', (state) => {
  expect(sendStates.filter((to) => mayBecome(state, to))).toEqual(next[state])
})

test('a send ends in one state when its news arrive in any order and twice', () => {
  const news: readonly SendState[] = ['sent', 'failed', 'delivered', 'unconfirmed']
  const after = (order: readonly SendState[]) =>
    order.reduce((state, told) => (mayBecome(state, told) ? told : state), 'queued' as SendState)
  for (const first of news)
    for (const second of news)
      for (const third of news)
        for (const fourth of news) {
          const order = [first, second, third, fourth]
          if (order.includes('delivered')) expect(after(order)).toBe('delivered')
          expect(after([...order, ...order])).toBe(after(order))
        }
})

test('a send is under way while it waits or is queued, and has left once it is a message', () => {
  expect(sendStates.filter(isUnderWay)).toEqual(['waiting', 'queued'])
  expect(sendStates.filter(hasLeft)).toEqual(['queued', 'sent', 'delivered', 'failed', 'unconfirmed'])
})

test('statesFrom counts each send once, so that the states add up to the total', () => {
  const states = statesFrom([
    ['delivered', 7],
    ['skipped', 2],
    ['delivered', 1],
  ])
  expect(states).toEqual({ ...NO_SENDS, delivered: 8, skipped: 2, total: 10 })
  expect([addUp(states), addUp({ ...states, total: 11 }), addUp(NO_SENDS)]).toEqual([true, false, true])
  expect([isAtRest(states), isAtRest({ ...states, queued: 1 })]).toEqual([true, false])
})
