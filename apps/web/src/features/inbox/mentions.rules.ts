import type { KnownEvent } from '@foyer/contracts/events.ts'
import type { Mention } from '@foyer/contracts/inbox/mention.ts'

/** The number of unseen mentions after an event. `before` is the mention's old state, if it is loaded. */
export function unseenAfter(unseen: number, event: KnownEvent, before: Mention | undefined): number {
  if (event.type !== 'mention.added' && event.type !== 'mention.changed') return unseen
  const isUnseen = event.data.seenAt === null
  // A new mention was not counted yet. A mention that is not loaded was counted as unseen.
  const wasUnseen = before ? before.seenAt === null : event.type === 'mention.changed'
  return Math.max(0, unseen + Number(isUnseen) - Number(wasUnseen))
}
