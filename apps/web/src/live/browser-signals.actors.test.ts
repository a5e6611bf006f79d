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

test('[OPEN-097] online, offline and becoming visible are told', () => {
  const { actor, heard } = bench()
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(heard).toEqual(['browser.offline', 'browser.online', 'browser.returned'])
  actor.stop()
  window.dispatchEvent(new Event('online'))
  expect(heard).toHaveLength(3)
})

test('[OPEN-097] a page from the cache has returned; one that was loaded has not', () => {
  const { actor, heard } = bench()
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  expect(heard).toEqual([])
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(heard).toEqual(['browser.returned'])
  actor.stop()
})

test('[OPEN-097] a timer that fires ten seconds late tells that the machine slept', () => {
  const { actor, heard, pass } = bench()
  pass(5_000)
  pass(14_999)
  expect(heard).toEqual([])
  pass(15_000)
  expect(heard).toEqual(['browser.returned'])
  actor.stop()
})
