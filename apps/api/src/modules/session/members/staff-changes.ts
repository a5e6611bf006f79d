/** Tells the colleagues of a person that the person joined or left, or is called or may do something else. */
import { staffChanged } from '@foyer/contracts/main/staff-events.ts'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents, newEvent } from '../../../events/append.ts'
import { lockStaff, saveStaffVersion } from './staff-changes.store.ts'

interface Told {
  readonly userId: string
  /** Only these organizations; absent: every one that the person belongs or belonged to. */
  readonly organizationIds?: readonly string[]
  readonly at: Date
}

/**
 * Appends one `staff.changed` in each of the organizations, as the last thing of a transaction of `database.system` that
 * changed the person: it takes the heads of these organizations, in the order of their ids. The memberships are locked
 * before the first head, because whoever changes a membership holds it and then waits for a head.
 */
export async function tellColleagues(tx: Tx, { userId, organizationIds, at }: Told): Promise<void> {
  for (const organizationId of await lockStaff(tx, userId, organizationIds))
    await appendEvents(tx, { organizationId, at }, [
      {
        record: async ({ seq }) =>
          newEvent(staffChanged, await saveStaffVersion(tx, { organizationId, userId, version: seq })),
      },
    ])
}
