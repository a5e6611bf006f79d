import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ThreadActor } from './thread.machine.ts'
import { useSoughtMessage } from './use-sought-message.ts'

const frames = (count: number) => {
  for (let frame = 0; frame < count; frame++) vi.advanceTimersToNextFrame()
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

/** A thread that holds the message, with its rendered log. */
function seek({ busy }: { busy: boolean }) {
  document.body.innerHTML = `<div role="log" aria-busy="${busy}"><div data-message-id="m1"><p>Hello</p></div></div>`
  const scrollIntoView = vi.fn()
  Object.assign(document.querySelector('p') ?? {}, { scrollIntoView })
  const context = { conversationId: 'c1', messages: [{ _id: 'm1' }], atStart: true }
  const thread = {
    getSnapshot: () => ({ context, matches: () => true }),
    subscribe: () => ({ unsubscribe: () => undefined }),
  }
  renderHook(() => useSoughtMessage(thread as unknown as ThreadActor, sought))
  return { scrollIntoView, log: document.querySelector('[role="log"]') as HTMLElement }
}
const sought = { conversationId: 'c1', messageId: 'm1' }

test('thread scrolls once to the sought message when it is rendered', () => {
  const { scrollIntoView } = seek({ busy: false })
  frames(10)
  expect(scrollIntoView).toHaveBeenCalledTimes(1)
})

test('thread waits with the scroll until all loaded messages are rendered', () => {
  const { scrollIntoView, log } = seek({ busy: true })
  frames(10)
  expect(scrollIntoView).not.toHaveBeenCalled()
  log.setAttribute('aria-busy', 'false')
  frames(1)
  expect(scrollIntoView).toHaveBeenCalledTimes(1)
})

test('thread stops waiting after a number of frames', () => {
  const { scrollIntoView } = seek({ busy: true })
  frames(200)
  expect(scrollIntoView).toHaveBeenCalledTimes(1)
})
