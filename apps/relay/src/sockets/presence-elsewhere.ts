/**
 * Who is present at the other relays. Each says of a conversation who of its own is there, all of them, whenever that
 * changes or somebody asks; nothing of it is stored, and what a relay said goes when it does.
 */
import { id } from '@foyer/contracts/inbox/fields.ts'
import type { Present } from '@foyer/contracts/live.ts'
import { z } from 'zod'
import type { RedisLink } from '../redis/link.ts'

type Staff = Present['staff']

/** A relay of a newer release may say more, and of other states: who is in one is there. */
const saidSchema = z.union([
  z.object({ relay: z.string(), asks: z.literal(true) }),
  z.object({
    relay: z.string(),
    conversationId: id,
    staff: z.array(z.object({ _id: id, state: z.enum(['viewing', 'replying']).catch('viewing') })),
  }),
])
type Said = z.infer<typeof saidSchema>

interface Parts {
  readonly link: RedisLink
  /** Our own, by conversation. */
  here(organizationId: string): Iterable<readonly [conversationId: string, staff: Staff]>
  onChange(organizationId: string, conversationId: string): void
}

export function createPresenceElsewhere({ link, here, onChange }: Parts) {
  /** By organization, conversation and relay. */
  const there = new Map<string, Map<string, Map<string, Staff>>>()
  const deafen = new Map<string, Promise<() => void>>()
  const channelOf = (organizationId: string) => `foyer:{${organizationId}}:presence`

  function say(organizationId: string, said: Said): void {
    link.publish(channelOf(organizationId), JSON.stringify(said))
  }

  function tell(organizationId: string, conversationId: string, staff: Staff): void {
    say(organizationId, { relay: link.id, conversationId, staff })
  }

  function keep(organizationId: string, conversationId: string, relay: string, staff: Staff): void {
    const conversations = there.get(organizationId) ?? new Map<string, Map<string, Staff>>()
    const relays = conversations.get(conversationId) ?? new Map<string, Staff>()
    if (staff.length > 0) there.set(organizationId, conversations.set(conversationId, relays.set(relay, staff)))
    else {
      relays.delete(relay)
      if (relays.size === 0) conversations.delete(conversationId)
      if (conversations.size === 0) there.delete(organizationId)
    }
    onChange(organizationId, conversationId)
  }

  /** What was said while nobody listened is asked for, and said again for those who didn't either. */
  function catchUp(organizationId: string): void {
    say(organizationId, { relay: link.id, asks: true })
    for (const [conversationId, staff] of here(organizationId)) tell(organizationId, conversationId, staff)
  }

  function hear(organizationId: string, message: string): void {
    const said = saidSchema.safeParse(json(message)).data
    if (!said || said.relay === link.id) return
    link.heardOf(said.relay)
    if (!('asks' in said)) keep(organizationId, said.conversationId, said.relay, said.staff)
    else for (const [conversationId, staff] of here(organizationId)) tell(organizationId, conversationId, staff)
  }

  link.onGone((relay) => {
    for (const [organizationId, conversations] of [...there])
      for (const [conversationId, relays] of [...conversations])
        if (relays.has(relay)) keep(organizationId, conversationId, relay, [])
  })

  link.onReturn(() => {
    for (const organizationId of deafen.keys()) say(organizationId, { relay: link.id, asks: true })
  })

  return {
    /** Someone of ours came to a conversation, changed there, or went. */
    tell,
    staff: (organizationId: string, conversationId: string): Staff =>
      [...(there.get(organizationId)?.get(conversationId)?.values() ?? [])].flat(),
    follow(organizationId: string): void {
      const hearing = link.hear(channelOf(organizationId), (message) =>
        message === null ? catchUp(organizationId) : hear(organizationId, message.toString()),
      )
      deafen.set(organizationId, hearing)
      void hearing.then(() => catchUp(organizationId))
    },
    unfollow(organizationId: string): void {
      void deafen.get(organizationId)?.then((stop) => stop())
      deafen.delete(organizationId)
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
