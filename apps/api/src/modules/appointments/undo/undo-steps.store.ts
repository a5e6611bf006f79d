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

/** Steps that were made after an instant, without a lock: another transaction may take them meanwhile. */
export async function readUndo(
  tx: Tx,
  { organizationId, id, userId }: UndoKey,
  madeAfter: Date,
): Promise<readonly AppointmentStep[] | undefined> {
  const row = await tx
    .selectFrom('appointment_undo')
    .select('steps')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('made_at', '>', madeAfter)
    .executeTakeFirst()
  return row?.steps as readonly AppointmentStep[] | undefined
}

/**
 * Deletes and returns steps. If two undos run at once, the second one gets nothing. The caller has locked the appointments,
 * as everybody who agrees with a step has.
 */
export async function takeUndo(
  tx: Tx,
  { organizationId, id, userId }: UndoKey,
): Promise<readonly AppointmentStep[] | undefined> {
  const row = await tx
    .deleteFrom('appointment_undo')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('steps')
    .executeTakeFirst()
  return row?.steps as readonly AppointmentStep[] | undefined
}

/** A confirmation that the transaction takes back counts for no figure. Sent without waiting for its answer. */
export function sayItUndoes(tx: Tx): void {
  sendUnawaited(tx, { compile: () => sql`select set_config('app.undoes_visits', 'on', true)`.compile(tx) })
}

interface Agreed {
  readonly organizationId: string
  /** The appointments, which the transaction has locked. */
  readonly ids: readonly string[]
  /** A staff member, who may still undo what they did themself; null is the patient or a worker. */
  readonly by: string | null
  readonly madeAfter: Date
}

/** Notes at the steps of others that somebody wants the appointments as they are. Sent without waiting for its answer. */
export function agreeWithUndo(tx: Tx, { organizationId, ids, by, madeAfter }: Agreed): void {
  const agreed = sql`
    with other as (
      select id from appointment_undo
      where organization_id = ${organizationId} and made_at > ${madeAfter} and user_id is distinct from ${by}::text
        and exists (select from jsonb_array_elements(steps) as step where step->>'appointmentId' = any(${[...ids]}::text[]))
      order by id for update
    )
    update appointment_undo as held set steps = (
      select jsonb_agg(case when step->>'appointmentId' = any(${[...ids]}::text[])
        then step || '{"isAgreed": true}' else step end order by place)
      from jsonb_array_elements(steps) with ordinality as each (step, place))
    from other where held.organization_id = ${organizationId} and held.id = other.id`
  sendUnawaited(tx, { compile: () => agreed.compile(tx) })
}

/** The entries that each history has beyond its given length. */
export async function listChangesSince(
  tx: Tx,
  organizationId: string,
  since: readonly Pick<AppointmentStep, 'appointmentId' | 'historyLength'>[],
): Promise<ReadonlyMap<string, AppointmentChange[]>> {
  const ids = since.map(({ appointmentId }) => appointmentId)
  const { rows } = await sql<{ id: string; kind: string; details: object }>`
    select asked.id, entry.kind, entry.details
    from unnest(${ids}::text[], ${since.map(({ historyLength }) => historyLength)}::int[]) as asked (id, length)
    join appointment_history as entry on entry.organization_id = ${organizationId}
      and entry.appointment_id = asked.id and entry.position > asked.length`.execute(tx)
  const changes = Map.groupBy(rows, ({ id }) => id)
  return new Map(
    [...changes].map(([id, its]) => [id, its.map(({ kind, details }) => ({ kind, ...details }) as AppointmentChange)]),
  )
}

/** Runs in system scope. Steps that are this old cannot be undone any more. */
export async function deleteOldUndo(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('appointment_undo').where('made_at', '<', before).execute()
}
