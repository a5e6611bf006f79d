/**
 * The message on a log's channel after a change: `<kind> <head> <epoch>`. For small appends the sizes of the sealed
 * events, a line feed and the events themselves follow. Relays of older releases read the first three words only.
 */
import type { Envelope } from '@foyer/contracts/event.ts'
import type { LogChange, LogHead, LogSlice } from './event-log.ts'
import { Unreadable } from './seal.ts'

export interface Announcement {
  readonly kind: LogChange['kind']
  readonly epoch: string
  readonly head: number
  /** The newest events up to the head, sealed; empty when they have to be read from the log. */
  readonly events: readonly Buffer[]
}

/**
 * Larger appends are read from the log: most relays already have them from the API, and Redis buffers a message for
 * each subscriber.
 */
export const ANNOUNCED_BYTES = 16_384

/** Null when the message does not report a change of the log. */
export function announcementOf(message: Buffer): Announcement | null {
  const end = message.indexOf('\n')
  const line = end < 0 ? message : message.subarray(0, end)
  const [kind, head, epoch = '', ...sizes] = line.toString().split(' ')
  if (kind !== 'appended' && kind !== 'replaced') return null
  let from = end + 1
  const events = sizes.map((size) => {
    const event = message.subarray(from, from + Number(size))
    from += event.length
    return event
  })
  return { kind, epoch, head: Number(head), events }
}

/** Returns the same as `readAfter` from this head, when the announcement contains all missing events. */
export function broughtBy(
  { kind, epoch, head, events }: Announcement,
  at: LogHead,
  open: (seq: number, closed: Buffer) => Envelope,
): LogSlice | null {
  const missing = head - at.head
  if (
    kind !== 'appended' ||
    epoch !== at.epoch ||
    !Number.isSafeInteger(missing) ||
    missing < 1 ||
    missing > events.length
  )
    return null
  try {
    const opened = events.slice(-missing).map((closed, index) => open(at.head + 1 + index, closed))
    return { epoch, head, counts: opened.at(-1)?.counts ?? at.counts, events: opened }
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}
