/** Who hears what. An event says itself whom it is for; its type is never looked at. */
import type { Envelope } from '@foyer/contracts/event.ts'

export interface Hearer {
  readonly userId: string
  /** Ids of the conversations that are open on this screen. */
  readonly watched: ReadonlySet<string>
}

type Heard = Pick<Envelope, 'seq' | 'audience'>

/** The audiences beside `organization` that a screen belongs to. */
function* closerAudiences({ userId, watched }: Hearer): Generator<string> {
  yield `staff:${userId}`
  for (const conversationId of watched) yield `conversation:${conversationId}`
}

export function audible<Event extends Heard>(events: readonly Event[], hearer: Hearer): Event[] {
  const closer = new Set(closerAudiences(hearer))
  return events.filter(({ audience }) => audience === 'organization' || closer.has(audience))
}

export interface Share<Member, Event> {
  readonly from: number
  readonly members: Member[]
  readonly events: Event[]
}

const NOTHING: readonly string[] = []

/** The members who are to be sent the very same: same position, same hearing. Encoding happens once for each share. */
export function shares<Member extends Hearer & { readonly position: number }, Event extends Heard>(
  members: Iterable<Member>,
  events: readonly Event[],
): Share<Member, Event>[] {
  const closer = new Set<string>(events.map(({ audience }) => audience).filter((one) => one !== 'organization'))
  const byKey = new Map<number | string, Share<Member, Event>>()
  for (const member of members) {
    const heard = closer.size === 0 ? NOTHING : [...closerAudiences(member)].filter((one) => closer.has(one)).sort()
    // Nearly always nothing closer: a thousand members then cost no text each.
    const key = heard.length === 0 ? member.position : JSON.stringify([member.position, ...heard])
    const share = byKey.get(key)
    if (share) share.members.push(member)
    else {
      const since = events.filter(({ seq }) => seq > member.position)
      byKey.set(key, { from: member.position, members: [member], events: audible(since, member) })
    }
  }
  return [...byKey.values()]
}
