/** The sockets that hear an event. Its audience says which; its type is never looked at. */
import type { Envelope } from '@foyer/contracts/event.ts'
import type { Topic } from '@foyer/contracts/topic.rules.ts'

export interface Hearer {
  readonly userId: string
  /** The topics that are open on this screen. */
  readonly watched: ReadonlySet<Topic>
}

type Heard = Pick<Envelope, 'seq' | 'audience'>

/** The audiences beside `organization` that a screen belongs to. */
function* closerAudiences({ userId, watched }: Hearer): Generator<string> {
  yield `staff:${userId}`
  yield* watched
}

export function audible<Event extends Heard>(events: readonly Event[], hearer: Hearer): Event[] {
  const closer = new Set(closerAudiences(hearer))
  return events.filter(({ audience }) => audience === 'organization' || closer.has(audience))
}

/**
 * Gives each member its share of the events, by `make`. Those who are to be sent the very same have the same one: same
 * position, same hearing.
 */
export function shares<Event extends Heard, Share>(
  events: readonly Event[],
  make: (from: number, events: Event[]) => Share,
): { of(member: Hearer & { readonly position: number }): Share; all(): Iterable<Share> } {
  const closer = new Set<string>(events.map(({ audience }) => audience).filter((one) => one !== 'organization'))
  const byKey = new Map<number | string, Share>()
  return {
    of(member) {
      const heard = closer.size === 0 ? [] : [...closerAudiences(member)].filter((one) => closer.has(one)).sort()
      // Nearly always nothing closer: a thousand members then cost no text each.
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
