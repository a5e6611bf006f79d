import type { KnownEvent } from '@foyer/contracts/events.ts'
import type { Mention } from '@foyer/contracts/inbox/mention.ts'

/** How many mentions are unseen after an event; `before` is the mention as it was, where it was loaded. */
export function unseenAfter(unseen: number, event: KnownEvent, before: Mention | undefined): number {
  if (event.type !== 'mention.added' && event.type !== 'mention.changed') return unseen
  const isUnseen = event.data.seenAt === null
  // A new one was not counted yet. One that is not loaded was counted as unseen.
  const wasUnseen = before ? before.seenAt === null : event.type === 'mention.changed'
  return Math.max(0, unseen + Number(isUnseen) - Number(wasUnseen))
}
