import type { Message } from '@foyer/contracts/inbox/message.ts'
import { useEffect, useMemo, useState } from 'react'
import { afterPaint } from '../../../lib/after-paint.ts'

/** The height of a message of one line, with the space above it. */
const LOWEST_PX = 60
/** The messages added in one step. A slow machine renders them within the time of a key press. */
const STEP = 12

export interface RenderedMessages {
  readonly messages: readonly Message[]
  /** All loaded messages are included. */
  readonly whole: boolean
}

/**
 * The messages to render. A conversation opens with the newest ones that its screen can show. Those above follow in
 * steps, one per frame, so that nobody waits for messages out of view. A React transition would not do: on a busy
 * day the list renders so often that the transition would restart again and again.
 */
export function useRenderedMessages(messages: readonly Message[]): RenderedMessages {
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
