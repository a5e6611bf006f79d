import type { Message } from '@foyer/contracts/inbox/message.ts'
import { useEffect, useMemo, useState } from 'react'
import { afterPaint } from '../../../lib/after-paint.ts'

/** A message of one line is this high, with the room above it. */
const LOWEST_PX = 60
/** So many more are drawn at a time: a slow machine takes no longer for them than for a key. */
const STEP = 12

export interface DrawnMessages {
  readonly messages: readonly Message[]
  /** These are all that are loaded. */
  readonly whole: boolean
}

/**
 * The messages to draw. A conversation opens with as many as its screen can show, the newest; those above come a few with
 * each frame, so that nobody waits for what is out of sight. Steps and no transition: on a busy day the list is drawn so
 * often that a transition would begin anew again and again.
 */
export function useDrawnMessages(messages: readonly Message[]): DrawnMessages {
  const [count, setCount] = useState(() => Math.ceil(window.innerHeight / LOWEST_PX))
  const whole = messages.length <= count
  const none = messages.length === 0

  useEffect(() => {
    if (none || count === Infinity) return
    return afterPaint(() => setCount(whole ? Infinity : count + STEP))
  }, [none, whole, count])

  const newest = useMemo(() => (whole ? messages : messages.slice(-count)), [whole, messages, count])
  return { messages: newest, whole }
}
