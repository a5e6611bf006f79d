import type { AppointmentChange } from '@foyer/contracts/appointments/appointment.ts'
import { sql } from 'kysely'
import { sendUnawaited } from '../../../db/transaction.ts'
import type { Tx } from '../../../db/tx.ts'
import type { AppointmentStep } from './undo.rules.ts'

export interface UndoKey {
  readonly organizationId: string
  readonly id: string
  readonly userId: string
}

/** Sent without waiting for its answer: a failure fails the transaction. */
export function addUndo(tx: Tx, key: UndoKey, made: { at: Date; steps: readonly AppointmentStep[] }): void {
  const row = {
    ...{ organization_id: key.organizationId, id: key.id, user_id: key.userId, made_at: made.at },
    steps: JSON.stringify(made.steps),
  }
  sendUnawaited(tx, tx.insertInto('appointment_undo').values(row))
}

/** Deletes and returns steps that were made after an instant. If two undos run at once, the second one gets nothing. */
export async function takeUndo(
  tx: Tx,
  { organizationId, id, userId }: UndoKey,
  madeAfter: Date,
): Promise<readonly AppointmentStep[] | undefined> {
  const row = await tx
    .deleteFrom('appointment_undo')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('made_at', '>', madeAfter)
    .returning('steps')
    .executeTakeFirst()
  return row?.steps as readonly AppointmentStep[] | undefined
}

/** The kinds of the entries that each history has beyond its given length. */
export async function listKindsSince(
  tx: Tx,
  organizationId: string,
  since: readonly Pick<AppointmentStep, 'appointmentId' | 'historyLength'>[],
): Promise<ReadonlyMap<string, AppointmentChange['kind'][]>> {
  const ids = since.map(({ appointmentId }) => appointmentId)
  const { rows } = await sql<{ id: string; kind: AppointmentChange['kind'] }>`
    select asked.id, entry.kind
    from unnest(${ids}::text[], ${since.map(({ historyLength }) => historyLength)}::int[]) as asked (id, length)
    join appointment_history as entry on entry.organization_id = ${organizationId}
      and entry.appointment_id = asked.id and entry.position > asked.length`.execute(tx)
  const kinds = Map.groupBy(rows, ({ id }) => id)
  return new Map([...kinds].map(([id, its]) => [id, its.map(({ kind }) => kind)]))
}

/** Runs in system scope. Steps that are this old cannot be undone any more. */
export async function deleteOldUndo(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('appointment_undo').where('made_at', '<', before).execute()
}
