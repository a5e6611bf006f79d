import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, setup } from 'xstate'
import { createBrowserSignals } from './browser-signals.actors.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function bench() {
  const heard: string[] = []
  const clock = { now: 0 }
  const parent = setup({ actors: { browser: createBrowserSignals({ window, now: () => clock.now }) } }).createMachine({
    invoke: { src: 'browser' },
    on: { '*': { actions: ({ event }) => heard.push(event.type) } },
  })
  const actor = createActor(parent).start()
  const pass = (ms: number) => {
    clock.now += ms
    vi.advanceTimersByTime(5_000)
  }
  return { actor, heard, pass }
}

test('browser signals report online, offline and a tab that becomes visible [OPEN-097]', () => {
  const { actor, heard } = bench()
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(heard).toEqual(['browser.offline', 'browser.online', 'browser.returned'])
  actor.stop()
  window.dispatchEvent(new Event('online'))
  expect(heard).toHaveLength(3)
})

test('browser signals report a return when the page comes from the back/forward cache, not when it loads [OPEN-097]', () => {
  const { actor, heard } = bench()
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  expect(heard).toEqual([])
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(heard).toEqual(['browser.returned'])
  actor.stop()
})

test('browser signals report a return when a timer fires ten seconds late, after the machine slept [OPEN-097]', () => {
  const { actor, heard, pass } = bench()
  pass(5_000)
  pass(14_999)
  expect(heard).toEqual([])
  pass(15_000)
  expect(heard).toEqual(['browser.returned'])
  actor.stop()
})
