import { useEffect } from 'react'
import type { ThreadActor } from './thread.machine.ts'

/** A message to scroll to. A new object for each request. */
export interface Sought {
  readonly conversationId: string
  readonly messageId: string
}

/** The number of older pages to load for one message. Beyond that the user scrolls. */
const PAGES_MAX = 20
const MARKER_MS = 2_400
/** The number of frames to wait for the message to be rendered. */
const FRAMES_MAX = 120

/** Scrolls the open thread to the sought message, and loads older messages until it is there. */
export function useSoughtMessage(thread: ThreadActor, sought: Sought | null): void {
  useEffect(() => {
    if (sought === null) return
    let asked = 0
    let found = false

    function look() {
      const snapshot = thread.getSnapshot()
      if (!sought || found || snapshot.context.conversationId !== sought.conversationId) return
      const { messages, atStart } = snapshot.context
      if (messages.some(({ _id }) => _id === sought.messageId)) {
        found = true
        // Two frames later, after the thread has scrolled to its end, as it does at first.
        requestAnimationFrame(() => requestAnimationFrame(() => show(sought.messageId, FRAMES_MAX)))
      } else if (snapshot.matches('ready') && !atStart && asked < PAGES_MAX) {
        asked += 1
        thread.send({ type: 'older.requested' })
      }
    }

    const link = thread.subscribe(look)
    look()
    return () => link.unsubscribe()
  }, [thread, sought])
}

/**
 * Waits until all loaded messages are rendered: messages far up render after those at the end, and each step
 * scrolls the thread to its end again.
 */
function show(messageId: string, frames: number): void {
  const message = document.querySelector(`[data-message-id="${CSS.escape(messageId)}"]`)?.lastElementChild
  if (frames > 0 && (!message || message.closest('[role="log"][aria-busy="true"]'))) {
    requestAnimationFrame(() => show(messageId, frames - 1))
    return
  }
  if (!message) return
  message.scrollIntoView({ block: 'center' })
  message.animate?.([{ background: 'var(--ds-marker)' }, { background: 'transparent' }], {
    duration: MARKER_MS,
    easing: 'ease-in',
  })
}
