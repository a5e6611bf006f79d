import { afterEach, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { type BoardFacts, RELOAD_AFTER_MS, wallboardMachine } from './wallboard.machine.ts'

const NOON = new Date('2026-11-19T18:00:00Z')

afterEach(() => vi.useRealTimers())

function start(answers: () => Promise<boolean> = async () => true) {
  vi.useFakeTimers()
  const reload = vi.fn()
  const machine = wallboardMachine.provide({ actors: { probe: fromPromise(answers) }, actions: { reload } })
  const actor = createActor(machine, { input: { jitterMs: 500 } }).start()
  const send = (facts: Partial<BoardFacts>) =>
    actor.send({ type: 'facts.changed', isRead: true, isFailed: false, isLive: true, now: NOON, ...facts })
  const state = () => {
    const { value } = actor.getSnapshot()
    return typeof value === 'string' ? value : Object.keys(value)[0]
  }
  return { actor, send, state, reload, asOf: () => actor.getSnapshot().context.asOf }
}

test('wallboard is live only when a board was read and the connection is live', () => {
  const { send, state } = start()
  send({ isRead: false })
  expect(state()).toBe('loading')
  send({ isLive: false })
  expect(state()).toBe('behind')
  send({})
  expect(state()).toBe('live')
})

test('wallboard keeps the time until which it was current, and is live again by itself [OPEN-099]', () => {
  const { send, state, asOf } = start()
  send({})
  send({ isLive: false })
  expect([state(), asOf()]).toEqual(['behind', NOON])
  send({ now: new Date('2026-11-19T18:01:00Z') })
  expect(state()).toBe('live')
})

test('wallboard that could not be read shows the board once a later try reads it', () => {
  const { send, state } = start()
  send({ isRead: false, isFailed: true })
  expect(state()).toBe('unavailable')
  send({})
  expect(state()).toBe('live')
})

test('wallboard loads the page again when it is not current for three minutes and the server answers', async () => {
  const { send, reload } = start()
  send({ isLive: false })
  await vi.advanceTimersByTimeAsync(RELOAD_AFTER_MS + 499)
  expect(reload).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('wallboard never loads the page into an outage, and asks again later', async () => {
  let isUp = false
  const { send, reload } = start(async () => {
    if (!isUp) throw new Error('No answer')
    return true
  })
  send({ isLive: false })
  await vi.advanceTimersByTimeAsync(2 * (RELOAD_AFTER_MS + 500))
  expect(reload).not.toHaveBeenCalled()
  isUp = true
  await vi.advanceTimersByTimeAsync(RELOAD_AFTER_MS + 500)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('wallboard that is live again in time does not load the page', async () => {
  const { send, reload } = start()
  send({ isLive: false })
  await vi.advanceTimersByTimeAsync(RELOAD_AFTER_MS)
  send({})
  await vi.advanceTimersByTimeAsync(RELOAD_AFTER_MS)
  expect(reload).not.toHaveBeenCalled()
})
