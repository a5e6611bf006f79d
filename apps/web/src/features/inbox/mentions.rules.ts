import type { KnownEvent } from '@foyer/contracts/events.ts'
import type { Mention } from '@foyer/contracts/inbox/mention.ts'

/** The number of unseen mentions after a mention's event. `before` is the mention's old state, if it is loaded. */
export function unseenAfter(
  unseen: number,
  { type }: KnownEvent,
  mention: Mention,
  before: Mention | undefined,
): number {
  const isUnseen = mention.seenAt === null
  // A new mention was not counted yet. A mention that is not loaded was counted as unseen.
  const wasUnseen = before ? before.seenAt === null : type !== 'mention.added'
  return Math.max(0, unseen + Number(isUnseen) - Number(wasUnseen))
}
