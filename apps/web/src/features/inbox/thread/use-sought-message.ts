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

/** Scrolls the open thread to what is sought; where it isn't loaded, older messages are until it is. */
export function useSoughtMessage(thread: ThreadActor | null, sought: Sought | null): void {
  useEffect(() => {
    if (thread === null || sought === null) return
    let asked = 0
    let found = false

    function look() {
      const snapshot = thread?.getSnapshot()
      if (!snapshot || !sought || found || snapshot.context.conversationId !== sought.conversationId) return
      const { messages, atStart } = snapshot.context
      if (messages.some(({ _id }) => _id === sought.messageId)) {
        found = true
        // After it is drawn, and after the thread has gone to its end, as it does at first.
        requestAnimationFrame(() => requestAnimationFrame(() => show(sought.messageId)))
      } else if (snapshot.matches('ready') && !atStart && asked < PAGES_MAX) {
        asked += 1
        thread?.send({ type: 'older.requested' })
      }
    }

    const link = thread.subscribe(look)
    look()
    return () => link.unsubscribe()
  }, [thread, sought])
}

function show(messageId: string): void {
  const message = document.querySelector(`[data-message-id="${CSS.escape(messageId)}"]`)?.lastElementChild
  message?.scrollIntoView({ block: 'center' })
  message?.animate?.([{ background: 'var(--ds-marker)' }, { background: 'transparent' }], {
    duration: MARKER_MS,
    easing: 'ease-in',
  })
}
