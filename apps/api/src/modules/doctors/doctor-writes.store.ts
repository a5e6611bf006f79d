/** Writes doctors, with the version that their events carry, and the steps with which changes are undone. */
import { sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import type { DoctorState } from './doctor-state.rules.ts'
import type { DoctorStep, TakenStep } from './doctor-undo.rules.ts'

/** Sent without waiting: a failure fails the transaction. The caller has locked the doctors. */
export function saveDoctors(
  tx: Tx,
  { organizationId, at }: { readonly organizationId: string; readonly at: Date },
  doctors: readonly DoctorState[],
): void {
  const rows = doctors.map((one) => ({
    ...{ id: one._id, first_name: one.firstName, last_name: one.lastName, name: one.name, npi: one.npi },
    ...{ specialty: one.specialty, bio: one.bio, languages: one.languages, phone: one.phone, email: one.email },
    ...{ address: one.address, department_id: one.departmentId, picture_id: one.pictureId },
    ...{ archived: one.archived, version: one.version },
  }))
  const save = sql`
    update doctors set first_name = given.first_name, last_name = given.last_name, name = given.name, npi = given.npi,
      specialty = given.specialty, bio = given.bio, languages = given.languages, phone = given.phone,
      email = given.email, address = given.address, department_id = given.department_id,
      picture_id = given.picture_id, version = given.version,
      archived_at = case when given.archived then coalesce(doctors.archived_at, ${at}) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id text, first_name text, last_name text, name text,
      npi text, specialty text, bio text, languages text[], phone text, email text, address text, department_id text,
      picture_id text, archived boolean, version bigint)
    where doctors.organization_id = ${organizationId} and doctors.id = given.id`
  sendUnawaited(tx, { compile: () => save.compile(tx) })
}

interface Wanted {
  readonly organizationId: string
  readonly npi: string | null
  /** The doctor who may have it. */
  readonly except: string
}

/** Whether another doctor has the NPI. If not, it stays free until this transaction ends. */
export async function isNpiTaken(tx: Tx, { organizationId, npi, except }: Wanted): Promise<boolean> {
  if (npi === null) return false
  const lock = npiLock(organizationId, npi)
  const [, { rows }] = await Promise.all([
    sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx),
    sql`select id from doctors where organization_id = ${organizationId} and npi = ${npi} and id <> ${except}`.execute(
      tx,
    ),
  ])
  return rows.length > 0
}

/** The name of the advisory lock of an NPI. */
export function npiLock(organizationId: string, npi: string): string {
  return JSON.stringify(['doctor npi', organizationId, npi])
}

/** The name of the department; undefined if the organization has none with this id. */
export async function findDepartment(tx: Tx, organizationId: string, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('departments')
    .select('name')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.name
}

export interface UndoKey {
  readonly organizationId: string
  readonly id: string
  readonly userId: string
}

/** Sent without waiting: a failure fails the transaction. */
export function addUndo(
  tx: Tx,
  { organizationId, id, userId }: UndoKey,
  { at, step }: { at: Date; step: DoctorStep },
): void {
  const row = { organization_id: organizationId, id, user_id: userId, made_at: at, step: JSON.stringify(step) }
  sendUnawaited(tx, tx.insertInto('doctor_undo').values(row))
}

/** Deletes and returns a step that was made after an instant. If two undos run at once, the second one gets nothing. */
export async function takeUndo(
  tx: Tx,
  { organizationId, id, userId }: UndoKey,
  madeAfter: Date,
): Promise<TakenStep | undefined> {
  const row = await tx
    .deleteFrom('doctor_undo')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('made_at', '>', madeAfter)
    .returning(['step', 'made_at'])
    .executeTakeFirst()
  return row && { step: row.step as unknown as DoctorStep, madeAt: row.made_at }
}

/** Runs in system scope. Steps that are this old cannot be undone any more. */
export async function deleteOldUndo(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('doctor_undo').where('made_at', '<', before).execute()
}
