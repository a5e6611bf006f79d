/** Locks due dates by id, and marks them as done or as invited. */
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'

interface Mark {
  readonly id: string
  readonly version: number
  readonly set: { readonly done_at: Date } | { readonly invited_at: Date | null }
}

/** Marks a locked due date as done or as invited. */
export function markDueDate(tx: Tx, organizationId: string, { id, version, set }: Mark): void {
  sendUnawaited(
    tx,
    tx
      .updateTable('due_dates')
      .set({ ...set, version })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id),
  )
}

export interface LockedDueDate {
  readonly id: string
  readonly patientId: string
  readonly appointmentType: string
  readonly everyDays: number | null
  readonly invitedAt: Date | null
  readonly doneAt: Date | null
}

/** Locks those of the due dates that exist, in the order of their ids, as everywhere. */
export async function lockDueDatesById(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LockedDueDate>> {
  const rows = await tx
    .selectFrom('due_dates')
    .select(['id', 'patient_id', 'appointment_type', 'every_days', 'invited_at', 'done_at'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        patientId: row.patient_id,
        appointmentType: row.appointment_type,
        everyDays: row.every_days,
        invitedAt: row.invited_at,
        doneAt: row.done_at,
      },
    ]),
  )
}
