import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ThreadActor } from './thread.machine.ts'
import type { DrawnMessages } from './use-drawn-messages.ts'

/** Further up than this, the newest message is out of sight. */
const BOTTOM_PX = 80
/** Older messages are asked for before the first one comes into sight. */
const OLDER_PX = 300

/**
 * Where a thread stands. It keeps to its newest message unless the reader scrolled up; then nothing moves but by their
 * hand, also not when older messages come in above.
 */
export function useLogScroll(thread: ThreadActor, { messages, whole }: DrawnMessages, pending: number) {
  const ref = useRef<HTMLDivElement>(null)
  const [atBottom, setAtBottom] = useState(true)
  const pinned = useRef(true)
  const fromBottom = useRef(0)
  const sent = useRef(pending)
  const first = useRef(messages[0]?._id)

  const toBottom = () => ref.current?.scrollTo({ top: ref.current.scrollHeight })

  useLayoutEffect(() => {
    const log = ref.current
    if (!log) return
    const wrote = pending > sent.current
    const older = first.current !== messages[0]?._id
    sent.current = pending
    first.current = messages[0]?._id
    if (pinned.current || wrote) log.scrollTop = log.scrollHeight
    else if (older) log.scrollTop = log.scrollHeight - fromBottom.current
  }, [messages, pending])

  useEffect(() => {
    const log = ref.current
    if (!log) return
    // The pane gets lower when the composer grows or a phone's keyboard comes.
    const resized = new ResizeObserver(() => {
      if (pinned.current) log.scrollTop = log.scrollHeight
    })
    resized.observe(log)
    return () => resized.disconnect()
  }, [])

  useEffect(() => {
    const tell = () => {
      const visible = document.visibilityState === 'visible'
      thread.send({ type: 'attention.changed', visible, atBottom })
    }
    tell()
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
  }, [thread, atBottom])

  function onScroll() {
    const log = ref.current
    if (!log) return
    fromBottom.current = log.scrollHeight - log.scrollTop
    pinned.current = fromBottom.current - log.clientHeight <= BOTTOM_PX
    setAtBottom(pinned.current)
    if (whole && log.scrollTop < OLDER_PX && log.scrollHeight > log.clientHeight)
      thread.send({ type: 'older.requested' })
  }

  return { ref, onScroll, toBottom }
}
