/**
 * The counts of a staff member's own views as log events, for that person alone. They are counted from the rows while the
 * log's head is locked, so they are right as of their `seq` and need no check for drift.
 */
import { isHeldForAll } from '@foyer/contracts/inbox/filter.rules.ts'
import { tallyChanged } from '@foyer/contracts/inbox/tally.ts'
import type { Tx } from '../../db/tx.ts'
import { type ChangeSet, newEvent } from '../../events/append.ts'
import type { ConversationState } from './conversations.rules.ts'
import { countTallies } from './tally.store.ts'

/** Appended after the change of the rows that it counts. */
export function tallyChanges(tx: Tx, organizationId: string, userIds: readonly string[]): ChangeSet[] {
  if (userIds.length === 0) return []
  return [
    {
      moved: userIds.map(() => undefined),
      async recordAll(positions) {
        const tallies = await countTallies(tx, organizationId, userIds)
        return tallies.map((tally, nth) => newEvent(tallyChanged, { ...tally, version: positions[nth]?.seq ?? 0 }))
      },
    },
  ]
}

type Held = Pick<ConversationState, 'heldAuthors' | 'staffAssigned'>

/**
 * The staff for whom a conversation began or ceased to be held. `isHeldFor` is the rule of their screens. The organization
 * counts those that are held for everybody.
 */
export function heldAnew(before: Held | null, after: Held): string[] {
  const [left, right] = [heldFor(before), heldFor(after)]
  return [...left.symmetricDifference(right)].sort()
}

function heldFor(conversation: Held | null): Set<string> {
  if (conversation === null || conversation.heldAuthors.length === 0 || isHeldForAll(conversation)) return new Set()
  return new Set([...conversation.heldAuthors, ...conversation.staffAssigned])
}
