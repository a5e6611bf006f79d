/**
 * The only builder of a patient's record: lists, single reads and events all use it, so that they cannot differ. It joins a
 * patient with the doctor, the consent of the number, the patients of the same number, the next visit and the last one.
 */
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { PatientTable } from './patients.tables.ts'
import { isToCome, VISIT_JSON, type VisitJson, visitOf } from './visit-shown.store.ts'

type RecordRow = Pick<
  Selectable<PatientTable>,
  | 'organization_id'
  | 'id'
  | 'import_id'
  | 'first_name'
  | 'last_name'
  | 'phone_number'
  | 'email'
  | 'birthdate'
  | 'gender'
  | 'mrn'
  | 'cash_pay'
  | 'insurance_type'
  | 'eligible'
  | 'preferred_contact'
  | 'timezone'
  | 'deceased'
  | 'marketing_consent_on'
  | 'marketing_consent_source'
  | 'version'
> & {
  doctor_id: string | null
  doctor_name: string | null
  sms_status: PatientRecord['smsStatus'] | null
  asked_to_stop: boolean
  household: number
  next_visit: VisitJson | null
  last_visit_at: Date | null
}

/** The records of patients' rows, which may come from any source that has the columns of the table. In no order. */
export function recordsFrom(source: RawBuilder<unknown>, now: Date): RawBuilder<RecordRow> {
  return sql<RecordRow>`
    select
      p.organization_id, p.id, p.import_id, p.first_name, p.last_name, p.phone_number, p.email, p.birthdate, p.gender,
      p.mrn, p.cash_pay, p.insurance_type, p.eligible, p.preferred_contact, p.timezone, p.deceased, p.version,
      p.marketing_consent_on, p.marketing_consent_source,
      p.first_key, p.last_key,
      p.shown_doctor_id as doctor_id,
      doctors.name as doctor_name,
      consents.sms_status,
      p.phone_number is not null and exists (
        select from conversations as c
        where c.organization_id = p.organization_id and c.phone_number = p.phone_number and c.asked_to_stop
      ) as asked_to_stop,
      (
        select count(*)::int from patients as sharing
        where sharing.organization_id = p.organization_id and sharing.phone_number = p.phone_number
      ) as household,
      (
        select ${VISIT_JSON} from appointments as a
        where a.organization_id = p.organization_id and a.patient_id = p.id and ${isToCome(now)}
        order by a.starts_at, a.id limit 1
      ) as next_visit,
      (
        select a.starts_at from appointments as a
        where a.organization_id = p.organization_id and a.patient_id = p.id
          and a.status in ('arrived', 'completed', 'admitted', 'discharged')
        order by a.starts_at desc limit 1
      ) as last_visit_at
    from ${source} as p
    left join doctors on doctors.organization_id = p.organization_id and doctors.id = p.shown_doctor_id
    left join consents on consents.organization_id = p.organization_id and consents.phone_number = p.phone_number`
}

export function recordOf(row: RecordRow): PatientRecord {
  const smsStatus = row.sms_status ?? 'subscribed'
  return {
    _id: row.id,
    organizationId: row.organization_id,
    patientImportId: row.import_id,
    firstName: row.first_name,
    lastName: row.last_name,
    name: `${row.first_name} ${row.last_name}`.trim(),
    phoneNumber: row.phone_number,
    email: row.email,
    birthdate: row.birthdate,
    gender: row.gender,
    mrn: row.mrn,
    cashPay: row.cash_pay,
    insuranceType: row.insurance_type,
    eligible: row.eligible ?? false,
    preferredContact: row.preferred_contact,
    timezone: row.timezone,
    doctorId: row.doctor_id,
    doctorName: row.doctor_name,
    smsStatus,
    textEnable: smsStatus === 'subscribed',
    askedToStop: row.asked_to_stop,
    marketingConsent: consentOf(row),
    deceased: row.deceased,
    household: row.household,
    nextVisit: row.next_visit && visitOf(row.next_visit),
    lastVisitAt: row.last_visit_at?.toISOString() ?? null,
    mergedFrom: [],
    version: row.version,
  }
}

function consentOf(row: RecordRow): PatientRecord['marketingConsent'] {
  const { marketing_consent_on: on, marketing_consent_source: source } = row
  return on === null || source === null ? null : { on, source }
}

interface Wanted {
  readonly organizationId: string
  readonly ids: readonly string[]
  readonly now: Date
}

/** The records of those patients that exist, in the order of `ids`. */
export async function readPatientRecords(tx: Tx, { organizationId, ids, now }: Wanted): Promise<PatientRecord[]> {
  if (ids.length === 0) return []
  const source = sql`(select * from patients where organization_id = ${organizationId} and id = any(${[...ids]}::text[]))`
  const { rows } = await recordsFrom(source, now).execute(tx)
  return inOrder(ids, rows)
}

/**
 * Gives these patients their new versions and returns their records, in the order of the ids. The caller has locked the
 * patients.
 */
export async function saveVersions(
  tx: Tx,
  { organizationId, ids, now }: Wanted,
  versions: readonly number[],
): Promise<PatientRecord[]> {
  const saved = sql`
    update patients set version = given.version
    from unnest(${[...ids]}::text[], ${[...versions]}::bigint[]) as given (id, version)
    where patients.organization_id = ${organizationId} and patients.id = given.id
    returning patients.*`
  const { rows } = await sql<RecordRow>`with saved as (${saved}) ${recordsFrom(sql`saved`, now)}`.execute(tx)
  return inOrder(ids, rows)
}

function inOrder(ids: readonly string[], rows: readonly RecordRow[]): PatientRecord[] {
  const records = new Map(rows.map((row) => [row.id, recordOf(row)]))
  return ids.flatMap((id) => records.get(id) ?? [])
}
