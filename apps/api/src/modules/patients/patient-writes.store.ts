/** Writes patients' rows. Only `changePatients` and the calls that add a patient use it. */
import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import type { PatientEdit, PatientFields, PatientState } from './patient-fields.rules.ts'
import type { PatientTable } from './patients.tables.ts'

const COLUMNS = {
  firstName: 'first_name',
  lastName: 'last_name',
  phoneNumber: 'phone_number',
  email: 'email',
  birthdate: 'birthdate',
  gender: 'gender',
  mrn: 'mrn',
  cashPay: 'cash_pay',
  insuranceType: 'insurance_type',
  eligible: 'eligible',
  preferredContact: 'preferred_contact',
  timezone: 'timezone',
  doctorId: 'doctor_id',
  deceased: 'deceased',
  marketingConsentOn: 'marketing_consent_on',
  marketingConsentSource: 'marketing_consent_source',
} as const satisfies Record<keyof PatientFields, keyof PatientTable>

export function columnOf(field: keyof PatientFields): keyof PatientTable {
  return COLUMNS[field]
}

/** The patients' rows, in the order of the ids; absent ones are left out. The caller has locked them. */
export async function readPatientStates(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<PatientState[]> {
  const rows = await tx
    .selectFrom('patients')
    .select(['id', 'edited_after', ...Object.values(COLUMNS)])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  const states = new Map(rows.map((row) => [row.id, stateOf(row)]))
  return ids.flatMap((id) => states.get(id) ?? [])
}

/** Sent without waiting for its answer. The fields keep the version before the edit, against edits from older screens. */
export function editPatient(tx: Tx, organizationId: string, { id }: PatientState, edit: PatientEdit): void {
  const names = Object.keys(edit)
  sendUnawaited(
    tx,
    tx
      .updateTable('patients')
      .set(columnsOf(edit))
      .set({
        edited_after: sql`edited_after || (
          select jsonb_object_agg(name, version) from unnest(${names}::text[]) as edited (name))`,
      })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id),
  )
}

/** A patient to add. The fields that are left out are not known. */
export interface NewPatient extends PatientEdit {
  readonly organizationId: string
  readonly id: string
  readonly importId: string
  readonly firstName: string
  readonly lastName: string
}

/** Sent without waiting for its answer. */
export function insertPatient(tx: Tx, { organizationId, id, importId, ...fields }: NewPatient): void {
  const row = { organization_id: organizationId, id, import_id: importId, ...columnsOf(fields) }
  sendUnawaited(tx, tx.insertInto('patients').values(row as Insertable<PatientTable>))
}

function columnsOf(edit: PatientEdit): Updateable<PatientTable> {
  const entries = Object.entries(edit).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [COLUMNS[name as keyof PatientFields], value]))
}

function stateOf(row: Pick<Selectable<PatientTable>, 'id' | 'edited_after' | (typeof COLUMNS)[keyof PatientFields]>) {
  const fields = Object.fromEntries(Object.entries(COLUMNS).map(([name, column]) => [name, row[column]]))
  return { id: row.id, fields: fields as unknown as PatientFields, editedAfter: row.edited_after }
}

/** The most patients of one number who are told of its changes. More share the number of a nursing home. */
const SHARING_MAX = 50

/** The ids of the patients of these numbers. */
export async function listPatientsOfNumbers(
  tx: Tx,
  organizationId: string,
  phoneNumbers: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select sharing.id from unnest(${[...new Set(phoneNumbers)]}::text[]) as given (number)
    cross join lateral (
      select id from patients where organization_id = ${organizationId} and phone_number = given.number
      order by id limit ${sql.lit(SHARING_MAX)}
    ) as sharing`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Locks the patients of a number, in the order of their ids as everywhere, and returns the ids. The caller holds the lock of
 * the number, so that nobody gets it or loses it meanwhile.
 */
export async function lockPatientsOfNumber(tx: Tx, organizationId: string, phoneNumber: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('patients')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('phone_number', '=', phoneNumber)
    .orderBy('id')
    .limit(SHARING_MAX)
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}
