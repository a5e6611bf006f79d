/** Tracks the topics that this tab has open, and which of them the relay does not know yet. */
import { NAMED_MAX } from '@foyer/contracts/live.rules.ts'
import type { Presence, Watch } from '@foyer/contracts/live.ts'
import type { Topic } from '@foyer/contracts/topic.rules.ts'
import type { LiveContext, Watching } from './live-context.rules.ts'
import type { ToSocket } from './live-messages.ts'

type Open = Pick<LiveContext, 'watched' | 'openings'>

/** Adds an opening. If more topics are open than a `subscribe` may name, the longest open one is dropped. */
export function watching({ watched, openings }: Open, one: Watch): Open {
  const opening = openings + 1
  const open = [...watched, { ...watchMessage(one), opening }]
  const [oldest] = open
  const isTooMany = new Set(open.map(({ topic }) => topic)).size > NAMED_MAX
  return { watched: oldest && isTooMany ? open.filter((other) => !isSame(other, oldest)) : open, openings: opening }
}

/** Removes one opening; if the topic has several, the earliest. */
export function unwatching(watched: readonly Watching[], one: Watch): Watching[] {
  const left = watched.findIndex((other) => isSame(other, one))
  return watched.filter((_, index) => index !== left)
}

export function isWatched(watched: readonly Watch[], one: Watch): boolean {
  return watched.some((other) => isSame(other, one))
}

function isSame(left: Watch, right: Watch): boolean {
  return left.topic === right.topic && left.organizationId === right.organizationId
}

export function watchMessage({ organizationId, topic }: Watch): Watch {
  return { organizationId, topic }
}

export function watchedHere(context: LiveContext): Topic[] {
  return [...new Set(openHere(context).map(({ topic }) => topic))]
}

function openHere({ watched, organizationId }: LiveContext): Watching[] {
  return watched.filter((one) => one.organizationId === organizationId)
}

/** True when the relay's answer is about an opening that is still open. */
export function isOpenSo(context: LiveContext, answer: { topic: Topic; opening: number }): boolean {
  return openHere(context).some(({ topic, opening }) => topic === answer.topic && opening === answer.opening)
}

/**
 * Returns the messages that the last `subscribe` left out: topics opened and closed while it was under way, and this
 * person's presence.
 */
export function unsentMessages(context: LiveContext): ToSocket[] {
  const { organizationId, asked, presence } = context
  const watched = watchedHere(context)
  const left = asked.filter((topic) => !watched.includes(topic)).map((topic) => ({ organizationId, topic }))
  return [
    ...openHere(context)
      .filter(({ topic }) => !asked.includes(topic))
      .map((one) => ({ type: 'watch', opening: one.opening, message: watchMessage(one) }) as const),
    ...left.map((message) => ({ type: 'unwatch', message }) as const),
    ...(isHere(presence, organizationId) ? [{ type: 'presence', message: presence } as const] : []),
  ]
}

function isHere(presence: Presence | null, organizationId: string): presence is Presence {
  return presence !== null && presence.organizationId === organizationId && presence.state !== 'left'
}
