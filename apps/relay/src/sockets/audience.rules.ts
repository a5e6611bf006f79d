/** Decides which sockets receive an event. The event's audience decides; its type is never read. */
import type { Envelope } from '@foyer/contracts/event.ts'
import type { Topic } from '@foyer/contracts/topic.rules.ts'

export interface Reader {
  readonly userId: string
  /** The topics that this client watches. */
  readonly watched: ReadonlySet<Topic>
}

type Audible = Pick<Envelope, 'seq' | 'audience'>

/** The audiences beside `organization` that a client belongs to. */
function* closerAudiences({ userId, watched }: Reader): Generator<string> {
  yield `staff:${userId}`
  yield* watched
}

export function audible<Event extends Audible>(events: readonly Event[], reader: Reader): Event[] {
  const closer = new Set(closerAudiences(reader))
  return events.filter(({ audience }) => audience === 'organization' || closer.has(audience))
}

/**
 * Computes each member's share of the events with `make`. Members with the same position and the same audiences get
 * the same share object, so it is encoded once.
 */
export function shares<Event extends Audible, Share>(
  events: readonly Event[],
  make: (from: number, events: Event[]) => Share,
): { of(member: Reader & { readonly position: number }): Share; all(): Iterable<Share> } {
  const closer = new Set<string>(events.map(({ audience }) => audience).filter((one) => one !== 'organization'))
  const byKey = new Map<number | string, Share>()
  return {
    of(member) {
      const heard = closer.size === 0 ? [] : [...closerAudiences(member)].filter((one) => closer.has(one)).sort()
      // Most flushes hold organization-wide events only; the numeric key avoids building a string for each of a
      // thousand members.
      const key = heard.length === 0 ? member.position : JSON.stringify([member.position, ...heard])
      const known = byKey.get(key)
      if (known) return known
      const since = events.filter(({ seq }) => seq > member.position)
      const share = make(member.position, audible(since, member))
      byKey.set(key, share)
      return share
    },
    all: () => byKey.values(),
  }
}
