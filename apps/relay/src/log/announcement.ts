/**
 * What is said on a log's channel when it moved: `<kind> <head> <epoch>`; and, where what was appended is small, the sizes
 * of its sealed events, the end of the line, and the events one after the other. Relays of before read three words only.
 */
import type { Envelope } from '@foyer/contracts/event.ts'
import type { LogChange, LogHead, Reading } from './event-log.ts'
import { Unreadable } from './seal.ts'

export interface Announcement {
  readonly kind: LogChange['kind']
  readonly epoch: string
  readonly head: number
  /** The newest up to the head, sealed; none where they are to be read. */
  readonly events: readonly Buffer[]
}

/**
 * More than this is read by whoever lacks it: most relays have it from the API already, and Redis keeps what it said for
 * each of them until they take it.
 */
export const ANNOUNCED_BYTES = 16_384

/** Null where it is not about the log having moved. */
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

/** What a reading from there would give, where all of it was said. */
export function broughtBy(
  { kind, epoch, head, events }: Announcement,
  at: LogHead,
  open: (seq: number, closed: Buffer) => Envelope,
): Reading | null {
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
