import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OpenConversation } from '../open-conversation.actors.ts'
import { useLogScroll } from './use-log-scroll.ts'
import type { RenderedMessages } from './use-rendered-messages.ts'

const PANE_PX = 400

/** The browser's calls after a layout in which a size has changed. */
const resized = new Set<() => void>()

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #then: () => void
      constructor(then: () => void) {
        this.#then = then
        resized.add(then)
      }
      observe() {}
      disconnect() {
        resized.delete(this.#then)
      }
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const quiet = { send: () => undefined, on: () => ({ unsubscribe: () => undefined }) }
const open = { thread: quiet, composer: quiet } as unknown as OpenConversation

function Log({ ids, pending = 0 }: { ids: readonly string[]; pending?: number }) {
  const messages = ids.map((_id) => ({ _id }))
  const log = useLogScroll(open, { messages, whole: true } as unknown as RenderedMessages, pending)
  return (
    <div ref={log.ref} role="log" onScroll={log.onScroll}>
      <div ref={log.content} />
    </div>
  )
}

function openLog() {
  let height = 1_000
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(() => height)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(PANE_PX)
  const { rerender } = render(<Log ids={['m1', 'm2']} />)
  const log = screen.getByRole('log')
  return {
    log,
    rerender,
    grow: (to: number) => {
      height = to
    },
    /** The scroll events of a frame come before its layout, and the observers after it. */
    event: () => fireEvent.scroll(log),
    layOut: () => act(() => resized.forEach((then) => void then())),
  }
}

test('log follows its end when a scroll event comes between new content and its layout', () => {
  const { log, rerender, grow, event, layOut } = openLog()
  layOut()
  expect(log.scrollTop).toBe(1_000)
  rerender(<Log ids={['m0', 'm1', 'm2']} />)
  grow(1_720)
  event()
  layOut()
  expect(log.scrollTop).toBe(1_720)
})

test('log stays where the user has scrolled up to when content comes', () => {
  const { log, grow, event, layOut } = openLog()
  layOut()
  event()
  log.scrollTop = 300
  event()
  grow(1_720)
  layOut()
  expect(log.scrollTop).toBe(300)
})

test('log goes to its end when the user sends a message further up', () => {
  const { log, rerender, grow, event, layOut } = openLog()
  layOut()
  event()
  log.scrollTop = 300
  event()
  grow(1_060)
  rerender(<Log ids={['m1', 'm2']} pending={1} />)
  expect(log.scrollTop).toBe(1_060)
})
