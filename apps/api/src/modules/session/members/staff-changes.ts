/** Notifies the colleagues of a person who joined or left, or whose name or role changed. */
import { staffChanged } from '@foyer/contracts/main/staff-events.ts'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents, newEvent } from '../../../events/append.ts'
import { lockStaff, saveStaffVersion } from './staff-changes.store.ts'

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
    await appendEvents(tx, { organizationId, at }, [
      {
        record: async ({ seq }) =>
          newEvent(staffChanged, await saveStaffVersion(tx, { organizationId, userId, version: seq })),
      },
    ])
}
