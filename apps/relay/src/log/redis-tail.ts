/**
 * Follows a log in Redis. When an announcement says that the log changed, the tail reports the announced events or,
 * when they are incomplete, reads what the consumer lacks. Announcements are handled one at a time from the
 * consumer's current position, so order is kept.
 */
import type { RedisLink } from '../redis/link.ts'
import { RedisAway } from '../redis/link.ts'
import { type Announcement, announcementOf, broughtBy } from './announcement.ts'
import type { EventLog, LogChange, LogHead, LogSlice, Tail } from './event-log.ts'
import { type Seal, Unreadable } from './seal.ts'

/** The consumer's position, when it also receives events from elsewhere. */
export type Where = () => Promise<LogHead | null>

interface Dependencies extends Pick<EventLog, 'readAfter' | 'head'> {
  readonly link: Pick<RedisLink, 'isUp' | 'subscribe'>
  readonly seal: Pick<Seal, 'open'>
  readonly channel: string
  readonly organizationId: string
  readonly where: Where | undefined
  onChange(change: LogChange): void
}

/** Stands for announcements that may have been missed, or that are too many to keep. */
const UNKNOWN: Announcement = { kind: 'appended', epoch: '', head: 0, events: [] }

export async function tailRedis(parts: Dependencies): Promise<Tail | null> {
  const { link, seal, channel, organizationId, readAfter, head, onChange } = parts
  let own: LogHead | null = null
  let furthest: LogHead | null = null
  let isLooking = false
  let next: Announcement | null = null
  let stopped = false

  async function where(): Promise<LogHead | null> {
    const at = parts.where ? await parts.where() : own
    if (at && !wasFurther(at)) furthest = at
    return at
  }

  const wasFurther = (at: LogHead) => furthest?.epoch === at.epoch && furthest.head > at.head
  const isKnown = ({ kind, epoch, head }: Announcement, at: LogHead) =>
    kind === 'appended' && epoch === at.epoch && head <= at.head

  /** Announcements that arrive during a read are merged into one further read. */
  async function look(said: Announcement): Promise<void> {
    next = next ? { ...UNKNOWN, kind: next.kind === 'replaced' ? next.kind : said.kind } : said
    if (isLooking || !own) return
    isLooking = true
    try {
      while (next && !stopped) {
        const now = next
        next = null
        await tell(now)
      }
    } catch (error) {
      // When Redis returns, all logs are compared again; an unreadable event comes from the API.
      if (!(error instanceof RedisAway || error instanceof Unreadable)) throw error
    } finally {
      isLooking = false
    }
  }

  async function tell(said: Announcement): Promise<void> {
    const at = await where()
    if (!at || isKnown(said, at)) return
    const read = brought(said, at) ?? (await readAfter(organizationId, { epoch: at.epoch, after: at.head }))
    // The log was forgotten or flushed: a relay that has it begins it again.
    if (!read || stopped) return
    const { events, ...newHead } = read
    own = newHead
    if (said.kind === 'replaced' || !events) onChange({ kind: 'replaced', head: newHead })
    else if (events.length > 0) onChange({ kind: 'appended', events })
  }

  /**
   * Returns the announced events. An announcement may be late, so it is not trusted after the log's head decreased
   * within one epoch, or while Redis is unreliable.
   */
  function brought(said: Announcement, at: LogHead): LogSlice | null {
    if (!link.isUp || wasFurther(at)) return null
    return broughtBy(said, at, (seq, closed) => seal.open({ organizationId, epoch: at.epoch, seq }, closed))
  }

  async function receive(message: Buffer): Promise<void> {
    const said = announcementOf(message)
    if (!said) return
    const at = await where()
    if (!at || !isKnown(said, at)) await look(said)
  }

  const unsubscribe = await link.subscribe(
    channel,
    (message) => void (message === null ? look(UNKNOWN) : receive(message)),
  )
  const stop = () => {
    stopped = true
    unsubscribe()
  }
  try {
    own = await head(organizationId)
  } catch (error) {
    stop()
    throw error
  }
  if (!own) {
    stop()
    return null
  }
  const begun = own
  if (next) void look(next)
  return { head: begun, stop }
}
