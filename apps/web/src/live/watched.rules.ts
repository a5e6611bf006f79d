/** Which conversations this tab has open, and what the relay doesn't know of that yet. */
import type { Presence, Watch } from '@foyer/contracts/live.ts'
import type { LiveContext } from './live.rules.ts'
import type { ToSocket } from './live-messages.ts'

/** As many as one `subscribe` may name. */
const WATCHED_MAX = 20

export function watching(watched: readonly Watch[], one: Watch): readonly Watch[] {
  return [...unwatching(watched, one).slice(1 - WATCHED_MAX), watchMessage(one)]
}

export function unwatching(watched: readonly Watch[], { organizationId, conversationId }: Watch): readonly Watch[] {
  return watched.filter((one) => one.conversationId !== conversationId || one.organizationId !== organizationId)
}

export function watchMessage({ organizationId, conversationId }: Watch): Watch {
  return { organizationId, conversationId }
}

export function watchedHere({ watched, organizationId }: LiveContext): string[] {
  return watched.filter((one) => one.organizationId === organizationId).map((one) => one.conversationId)
}

/** What a `subscribe` could not say: the conversations opened and left while it was under way, and what this person does. */
export function untold(context: LiveContext): ToSocket[] {
  const { organizationId, asked, presence } = context
  const watched = watchedHere(context)
  const message = (conversationId: string) => ({ organizationId, conversationId })
  return [
    ...watched.filter((id) => !asked.includes(id)).map((id) => ({ type: 'watch', message: message(id) }) as const),
    ...asked.filter((id) => !watched.includes(id)).map((id) => ({ type: 'unwatch', message: message(id) }) as const),
    ...(isHere(presence, organizationId) ? [{ type: 'presence', message: presence } as const] : []),
  ]
}

function isHere(presence: Presence | null, organizationId: string): presence is Presence {
  return presence !== null && presence.organizationId === organizationId && presence.state !== 'left'
}
