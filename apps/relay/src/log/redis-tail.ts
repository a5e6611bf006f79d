/** Follows a log in Redis: told that it moved, it reads what the hearer does not have. */
import type { RedisLink } from '../redis/link.ts'
import { RedisAway } from '../redis/link.ts'
import type { EventLog, LogChange, LogHead, Tail } from './event-log.ts'
import { Unreadable } from './seal.ts'

/** Where a hearer is that hears of events by other ways as well. */
export type Where = () => Promise<LogHead | null>

interface Parts extends Pick<EventLog, 'readAfter' | 'head'> {
  readonly link: RedisLink
  readonly channel: string
  readonly organizationId: string
  readonly where: Where | undefined
  hear(change: LogChange): void
}

type Kind = LogChange['kind']

export async function tailRedis(parts: Parts): Promise<Tail | null> {
  const { link, channel, organizationId, readAfter, head, hear } = parts
  let own: LogHead | null = null
  let isLooking = false
  let next: Kind | null = null
  let stopped = false
  const where = parts.where ?? (async () => own)

  /** What comes while it looks is looked for again: many changes are one reading. */
  async function look(kind: Kind): Promise<void> {
    next = next === 'replaced' ? next : kind
    if (isLooking || !own) return
    isLooking = true
    try {
      while (next && !stopped) {
        const now = next
        next = null
        await tell(now)
      }
    } catch (error) {
      // When Redis is back everything is looked at again; what can't be read comes from the API.
      if (!(error instanceof RedisAway || error instanceof Unreadable)) throw error
    } finally {
      isLooking = false
    }
  }

  async function tell(kind: Kind): Promise<void> {
    const at = await where()
    if (!at) return
    const read = await readAfter(organizationId, { epoch: at.epoch, after: at.head })
    // Forgotten or flushed: who has it begins it again.
    if (!read || stopped) return
    const { events, ...place } = read
    own = place
    if (kind === 'replaced' || !events) hear({ kind: 'replaced', head: place })
    else if (events.length > 0) hear({ kind: 'appended', events })
  }

  async function heard(message: string): Promise<void> {
    const [kind, reached, epoch] = message.split(' ')
    if (kind !== 'appended' && kind !== 'replaced') return
    const at = await where()
    const isKnown = kind === 'appended' && at?.epoch === epoch && at !== null && at.head >= Number(reached)
    if (!isKnown) await look(kind)
  }

  const deafen = await link.hear(channel, (message) => void (message === null ? look('appended') : heard(message)))
  const stop = () => {
    stopped = true
    deafen()
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
