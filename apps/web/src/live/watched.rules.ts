/** Which conversations this tab has open, and what the relay doesn't know of that yet. */
import { NAMED_MAX } from '@foyer/contracts/live.rules.ts'
import type { Presence, Watch } from '@foyer/contracts/live.ts'
import type { LiveContext } from './live.rules.ts'
import type { ToSocket } from './live-messages.ts'

/**
 * Each opening has a number: the answer to one that was left again must not be taken for that to the next, of which the
 * relay does not know yet.
 */
export interface Watching extends Watch {
  readonly opening: number
}

type Open = Pick<LiveContext, 'watched' | 'openings'>

export function watching({ watched, openings }: Open, one: Watch): Open {
  const opening = openings + 1
  const watching = { ...watchMessage(one), opening }
  return { watched: [...unwatching(watched, one).slice(1 - NAMED_MAX), watching], openings: opening }
}

export function unwatching<One extends Watch>(
  watched: readonly One[],
  { organizationId, conversationId }: Watch,
): One[] {
  return watched.filter((one) => one.conversationId !== conversationId || one.organizationId !== organizationId)
}

export function watchMessage({ organizationId, conversationId }: Watch): Watch {
  return { organizationId, conversationId }
}

export function watchedHere(context: LiveContext): string[] {
  return openHere(context).map((one) => one.conversationId)
}

function openHere({ watched, organizationId }: LiveContext): Watching[] {
  return watched.filter((one) => one.organizationId === organizationId)
}

/** Whether an answer of the relay is about a conversation as it is open now. */
export function isOpenSo(context: LiveContext, answer: { conversationId: string; opening: number }): boolean {
  return openHere(context).some(
    ({ conversationId, opening }) => conversationId === answer.conversationId && opening === answer.opening,
  )
}

/** What a `subscribe` could not say: the conversations opened and left while it was under way, and what this person does. */
export function untold(context: LiveContext): ToSocket[] {
  const { organizationId, asked, presence } = context
  const watched = watchedHere(context)
  const left = asked.filter((id) => !watched.includes(id)).map((conversationId) => ({ organizationId, conversationId }))
  return [
    ...openHere(context)
      .filter(({ conversationId }) => !asked.includes(conversationId))
      .map((one) => ({ type: 'watch', opening: one.opening, message: watchMessage(one) }) as const),
    ...left.map((message) => ({ type: 'unwatch', message }) as const),
    ...(isHere(presence, organizationId) ? [{ type: 'presence', message: presence } as const] : []),
  ]
}

function isHere(presence: Presence | null, organizationId: string): presence is Presence {
  return presence !== null && presence.organizationId === organizationId && presence.state !== 'left'
}
