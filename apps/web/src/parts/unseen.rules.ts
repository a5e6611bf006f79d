import type { KnownEvent } from '@foyer/contracts/events.ts'

interface Seeable {
  readonly seenAt: string | null
}

/** The number of unseen items after an item's event. `before` is the item's old state, if it is loaded. */
export function unseenAfter(unseen: number, { type }: KnownEvent, item: Seeable, before: Seeable | undefined): number {
  const isUnseen = item.seenAt === null
  // A new item was not counted yet. An item that is not loaded was counted as unseen.
  const wasUnseen = before ? before.seenAt === null : !type.endsWith('.added')
  return Math.max(0, unseen + Number(isUnseen) - Number(wasUnseen))
}
