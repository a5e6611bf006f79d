import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDoorbell } from './doorbell.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A doorbell and what its listeners heard. */
function listen() {
  const doorbell = createDoorbell()
  const heard: string[] = []
  for (const topic of ['events', 'texts']) doorbell.onRing(topic, (of) => heard.push(`${topic} ${of}`))
  return { doorbell, heard }
}

test('doorbell rings once for all rings of a topic and organization that may wait', () => {
  const { doorbell, heard } = listen()
  for (const [topic, of] of [
    ['events', 'o1'],
    ['events', 'o1'],
    ['events', 'o2'],
    ['texts', 'o1'],
  ] as const)
    doorbell.ring(topic, of, 250)
  vi.advanceTimersByTime(249)
  expect(heard).toEqual([])
  vi.advanceTimersByTime(1)
  expect(heard).toEqual(['events o1', 'events o2', 'texts o1'])
  vi.advanceTimersByTime(1000)
  expect(heard).toHaveLength(3)
})

test('doorbell takes a ring that may wait along with one that may not', () => {
  const { doorbell, heard } = listen()
  doorbell.ring('events', 'o1', 250)
  doorbell.ring('events', 'o1')
  expect(heard).toEqual(['events o1'])
  vi.advanceTimersByTime(1000)
  expect(heard).toHaveLength(1)
  doorbell.ring('events', 'o1', 250)
  vi.advanceTimersByTime(250)
  expect(heard).toHaveLength(2)
})

test('doorbell rings as soon as the most urgent of the rings asks', () => {
  const { doorbell, heard } = listen()
  doorbell.ring('events', 'o1', 250)
  doorbell.ring('events', 'o1', 100)
  vi.advanceTimersByTime(100)
  expect(heard).toEqual(['events o1'])
  vi.advanceTimersByTime(1000)
  expect(heard).toHaveLength(1)
})

test('doorbell waits for the first of several rings, however many follow', () => {
  const { doorbell, heard } = listen()
  for (let nth = 0; nth < 5; nth++) {
    doorbell.ring('events', 'o1', 250)
    vi.advanceTimersByTime(100)
  }
  expect(heard).toEqual(['events o1'])
})
