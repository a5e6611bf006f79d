/** Notifies the colleagues of a person who joined or left, or whose name or role changed. */
import { staffChanged } from '@foyer/contracts/main/staff-events.ts'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents, type Change, newEvent } from '../../../events/append.ts'
import { lockStaff, lockStaffIn, saveStaffVersion } from './staff-changes.store.ts'

interface StaffChange {
  readonly userId: string
  /** Only these organizations; if absent, every organization that the person belongs or belonged to. */
  readonly organizationIds?: readonly string[]
  readonly at: Date
}

/**
 * Appends one `staff.changed` in each of the organizations. It must be the last step of the system-scope transaction that
 * changed the person, because it locks the heads of these organizations, in the order of their ids. It locks the
 * memberships before the first head, because every change of a membership locks in that order.
 */
export async function tellColleagues(tx: Tx, { userId, organizationIds, at }: StaffChange): Promise<void> {
  for (const organizationId of await lockStaff(tx, userId, organizationIds))
    await appendEvents(tx, { organizationId, at }, [staffChange(tx, { organizationId, userId })])
}

interface MembershipChange {
  readonly organizationId: string
  readonly userId: string
  readonly at: Date
}

/**
 * Changes one membership and appends its `staff.changed`. The statements of `change` and the lock of the head, which comes
 * last, are sent together, so `change` must start all its statements at once. If it throws, nothing is appended. It must be
 * the last step of a system-scope transaction.
 */
export async function changeMembership(
  tx: Tx,
  { organizationId, userId, at }: MembershipChange,
  change: () => Promise<unknown>,
): Promise<void> {
  const beforeHead = () => {
    const changed = change()
    // `change` may have found the row as it should be and left it unlocked.
    lockStaffIn(tx, { organizationId, userId })
    return changed
  }
  await appendEvents(tx, { organizationId, at, beforeHead }, [staffChange(tx, { organizationId, userId })])
}

function staffChange(tx: Tx, { organizationId, userId }: { organizationId: string; userId: string }): Change {
  return {
    record: async ({ seq }) =>
      newEvent(staffChanged, await saveStaffVersion(tx, { organizationId, userId, version: seq })),
  }
}
