import type { NoticeKind } from '@foyer/contracts/notices/notices.ts'

const TEXT_MAX = 140

/** The start of a note or a text, for lists of them. It never cuts a character in two. */
export function textOf(whole: string): string {
  const characters = [...whole]
  return characters.length <= TEXT_MAX ? whole : `${characters.slice(0, TEXT_MAX - 1).join('')}…`
}

/** The notices of a conversation that a change settles. */
export interface Settling {
  readonly userId?: string
  readonly notUserId?: string
  readonly kinds: readonly NoticeKind[]
}

/** A look is enough for these kinds; a failed and a held text ask for more. */
export function settledByOpening(userId: string): Settling {
  return { userId, kinds: ['mention', 'assigned', 'cancelled'] }
}

/** Settled by the staff member's text to the patient, or by resolving. A held text waits for a decision of its own. */
export function settledByAnswering(userId: string): Settling {
  return { userId, kinds: ['mention', 'assigned', 'failed', 'cancelled'] }
}

/** The notices of those who are no longer assigned; null removes the assignment. */
export function settledByAssigning(userId: string | null): Settling {
  return { kinds: ['assigned'], ...(userId !== null && { notUserId: userId }) }
}
