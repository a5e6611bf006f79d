import { type Message, messageExample } from '@foyer/contracts/inbox/message.ts'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRenderedMessages } from './use-rendered-messages.ts'

const messages = (count: number): Message[] =>
  Array.from({ length: count }, (_, place) => ({ ...messageExample, _id: `m${place}` }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('innerHeight', 900)
})
afterEach(() => void vi.useRealTimers())

const pass = (frames: number) =>
  act(() => {
    for (let frame = 0; frame < frames; frame++) vi.advanceTimersToNextFrame()
    vi.advanceTimersByTime(1)
  })

test('thread renders the newest screenful first and the messages above in steps per frame', () => {
  const page = messages(50)
  const { result } = renderHook(() => useRenderedMessages(page))
  expect(result.current).toEqual({ messages: page.slice(-15), whole: false })
  pass(1)
  expect(result.current).toEqual({ messages: page.slice(-27), whole: false })
  for (let frame = 0; frame < 4; frame++) pass(1)
  expect(result.current).toEqual({ messages: page, whole: true })
})

test('thread renders older and new messages at once after the first messages are complete', () => {
  const { result, rerender } = renderHook(({ count }) => useRenderedMessages(messages(count)), {
    initialProps: { count: 0 },
  })
  expect(result.current).toEqual({ messages: [], whole: true })
  pass(3)
  rerender({ count: 20 })
  expect(result.current.messages).toHaveLength(15)
  for (let frame = 0; frame < 4; frame++) pass(1)
  rerender({ count: 120 })
  expect(result.current).toMatchObject({ whole: true, messages: { length: 120 } })
})
