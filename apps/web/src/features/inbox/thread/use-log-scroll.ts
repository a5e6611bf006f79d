import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { OpenConversation } from '../open-conversation.actors.ts'
import type { RenderedMessages } from './use-rendered-messages.ts'

/** Scrolled up further than this, the newest message is out of view. */
const BOTTOM_PX = 80
/** Older messages are requested this far before the first one comes into view. */
const OLDER_PX = 300

/**
 * The scroll position of a thread. It stays at the end until the user scrolls up; then only the user
 * moves it, also when older messages are inserted above.
 */
export function useLogScroll(
  { thread, composer }: OpenConversation,
  { messages, whole }: RenderedMessages,
  pending: number,
) {
  const ref = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [atBottom, setAtBottom] = useState(true)
  const pinned = useRef(true)
  const fromBottom = useRef(0)
  const top = useRef(0)
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
    // While the log is at its end, the observer below follows a message after the layout of the frame. Scrolling here would do
    // that layout twice.
    if (pinned.current) return
    if (wrote) {
      pinned.current = true
      log.scrollTop = log.scrollHeight
    } else if (older) log.scrollTop = log.scrollHeight - fromBottom.current
  }, [messages, pending])

  useLayoutEffect(() => {
    const log = ref.current
    if (!log) return
    // The pane shrinks when the composer grows or a phone's keyboard opens. Its content grows after the messages are shown:
    // scheduled texts and pictures load later.
    const resized = new ResizeObserver(() => {
      if (pinned.current) log.scrollTop = log.scrollHeight
    })
    resized.observe(log)
    if (content.current) resized.observe(content.current)
    return () => resized.disconnect()
  }, [])

  useEffect(() => {
    // The scheduled text appears below; the observer above then follows it.
    const scheduled = composer.on('scheduled', () => {
      const log = ref.current
      pinned.current = true
      if (log) log.scrollTop = log.scrollHeight
    })
    return scheduled.unsubscribe
  }, [composer])

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
    // The content may have grown since, and the observer follows it. Only scrolling up leaves the end.
    const stays = pinned.current && log.scrollTop >= top.current
    top.current = log.scrollTop
    pinned.current = stays || fromBottom.current - log.clientHeight <= BOTTOM_PX
    setAtBottom(pinned.current)
    if (whole && log.scrollTop < OLDER_PX && log.scrollHeight > log.clientHeight)
      thread.send({ type: 'older.requested' })
  }

  return { ref, content, onScroll, toBottom }
}
