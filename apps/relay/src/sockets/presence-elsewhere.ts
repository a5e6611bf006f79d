/**
 * Tracks the staff who are present at other relays. Each relay publishes its complete list for a topic whenever the
 * list changes or another relay asks. Nothing is stored: a relay's entries disappear with the relay.
 */
import { id } from '@foyer/contracts/fields.ts'
import type { Present } from '@foyer/contracts/live.ts'
import { conversationOf, conversationTopic, isTopic, type Topic } from '@foyer/contracts/topic.rules.ts'
import { z } from 'zod'
import type { RedisLink } from '../redis/link.ts'

type Staff = Present['staff']

/** The place of the staff who have the organization open, whatever they look at. An older relay ignores it. */
export const EVERYWHERE = 'everywhere'
/** The topic at which a relay reports its staff. */
export type Place = Topic | typeof EVERYWHERE

/**
 * Accepts messages of other releases. A newer relay may send unknown states, which count as viewing. An older relay
 * names a conversation instead of a topic and knows conversations only.
 */
const saidSchema = z.union([
  z.object({ relay: z.string(), asks: z.literal(true) }),
  z.object({
    relay: z.string(),
    topic: z.string().optional(),
    conversationId: id.optional(),
    staff: z.array(z.object({ _id: id, state: z.enum(['viewing', 'replying']).catch('viewing') })),
  }),
])
type Said = z.infer<typeof saidSchema>

interface Dependencies {
  readonly link: RedisLink
  /** This relay's own staff, by topic. */
  here(organizationId: string): Iterable<readonly [place: Place, staff: Staff]>
  onChange(organizationId: string, place: Place): void
}

export function createPresenceElsewhere({ link, here, onChange }: Dependencies) {
  /** Staff at other relays, by organization, topic and relay. */
  const there = new Map<string, Map<Place, Map<string, Staff>>>()
  const subscriptions = new Map<string, Promise<() => void>>()
  const channelOf = (organizationId: string) => `foyer:{${organizationId}}:presence`

  function say(organizationId: string, said: Said): void {
    link.publish(channelOf(organizationId), JSON.stringify(said))
  }

  function tell(organizationId: string, topic: Place, staff: Staff): void {
    const conversationId = conversationOf(topic)
    say(organizationId, { relay: link.id, topic, ...(conversationId !== null && { conversationId }), staff })
  }

  function keep(organizationId: string, topic: Place, relay: string, staff: Staff): void {
    const topics = there.get(organizationId) ?? new Map<Place, Map<string, Staff>>()
    const relays = topics.get(topic) ?? new Map<string, Staff>()
    if (staff.length > 0) there.set(organizationId, topics.set(topic, relays.set(relay, staff)))
    else {
      relays.delete(relay)
      if (relays.size === 0) topics.delete(topic)
      if (topics.size === 0) there.delete(organizationId)
    }
    onChange(organizationId, topic)
  }

  /**
   * Asks for what was published while this relay was not subscribed, and publishes its own lists again for relays
   * that missed them.
   */
  function catchUp(organizationId: string): void {
    say(organizationId, { relay: link.id, asks: true })
    for (const [topic, staff] of here(organizationId)) tell(organizationId, topic, staff)
  }

  function receive(organizationId: string, message: string): void {
    const said = saidSchema.safeParse(json(message)).data
    if (!said || said.relay === link.id) return
    link.heardOf(said.relay)
    if ('asks' in said) {
      for (const [topic, staff] of here(organizationId)) tell(organizationId, topic, staff)
      return
    }
    const topic = said.topic ?? conversationTopic(said.conversationId ?? '')
    if (topic === EVERYWHERE || isTopic(topic)) keep(organizationId, topic, said.relay, said.staff)
  }

  link.onGone((relay) => {
    for (const [organizationId, topics] of [...there])
      for (const [topic, relays] of [...topics]) if (relays.has(relay)) keep(organizationId, topic, relay, [])
  })

  link.onReturn(() => {
    for (const organizationId of subscriptions.keys()) say(organizationId, { relay: link.id, asks: true })
  })

  return {
    /** Publishes this relay's staff of a topic after a change. */
    tell,
    staff: (organizationId: string, topic: Place): Staff =>
      [...(there.get(organizationId)?.get(topic)?.values() ?? [])].flat(),
    follow(organizationId: string): void {
      const subscription = link.subscribe(channelOf(organizationId), (message) =>
        message === null ? catchUp(organizationId) : receive(organizationId, message.toString()),
      )
      subscriptions.set(organizationId, subscription)
      void subscription.then(() => catchUp(organizationId))
    },
    unfollow(organizationId: string): void {
      void subscriptions.get(organizationId)?.then((stop) => stop())
      subscriptions.delete(organizationId)
      there.delete(organizationId)
    },
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
