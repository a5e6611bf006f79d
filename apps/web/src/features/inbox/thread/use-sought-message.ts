import { useEffect } from 'react'
import type { ThreadActor } from './thread.machine.ts'

/** A message that somebody means to read; a new object for each time that they ask. */
export interface Sought {
  readonly conversationId: string
  readonly messageId: string
}

/** Pages of older messages that are worth loading for one; beyond, the thread is open and one scrolls. */
const PAGES_MAX = 20
const MARKER_MS = 2_400
/** Frames for which it may be on its way to the screen. */
const FRAMES_MAX = 120

/** Scrolls the open thread to what is sought; where it isn't loaded, older messages are until it is. */
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
        // After the thread has gone to its end, as it does at first.
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
 * As soon as all that is loaded is drawn: what is far up in a thread is so after what stands at its end, and with each part
 * of it that comes the thread goes to its end once more.
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
