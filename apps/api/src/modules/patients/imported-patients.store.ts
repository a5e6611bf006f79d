/** Finds and writes the patients of a spreadsheet's rows, set by set. The caller holds the locks. */
import { type RawBuilder, sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import type { PatientEdit, PatientFields } from './patient-fields.rules.ts'
import { columnOf, type NewPatient } from './patient-writes.store.ts'

/** The patients that a row may mean. A key that is null finds nobody. */
export interface WantedPatient {
  readonly mrn: string | null
  /** Found by all three together. */
  readonly person: { readonly firstName: string; readonly lastName: string; readonly birthdate: string } | null
  readonly id: string | null
}

export type FoundBy = 'mrn' | 'person' | 'id'

type FoundFields = Omit<PatientFields, 'timezone' | 'doctorId' | 'deceased' | 'eligible'>

export interface FoundPatient extends FoundFields {
  /** The place of the row among those that were asked for. */
  readonly place: number
  readonly by: FoundBy
  readonly id: string
  readonly version: number
}

const FOUND = sql`first_name as "firstName", last_name as "lastName", phone_number as "phoneNumber", email, birthdate, gender,
  mrn, cash_pay as "cashPay", insurance_type as "insuranceType", preferred_contact as "preferredContact",
  marketing_consent_on as "marketingConsentOn", marketing_consent_source as "marketingConsentSource"`

/** More patients with one MRN or one name and birth date are more than a person compares. */
const ALIKE_MAX = 20

/** The patients of each row in the order of the rows, those of one key in the order of their ids. */
export async function findImported(
  tx: Tx,
  organizationId: string,
  wanted: readonly WantedPatient[],
): Promise<FoundPatient[]> {
  const given = wanted.map(({ mrn, person, id }, place) => ({ place, mrn, id, ...person }))
  const ofOrganization = (condition: RawBuilder<unknown>) => sql`
    select id, version, ${FOUND} from patients
    where organization_id = ${organizationId} and ${condition} order by id limit ${sql.lit(ALIKE_MAX)}`
  // The keys are computed before the join: a condition with a function that isn't leakproof reaches no index. The limits keep the
  // branches inside the loop over the rows: as long as the table has no statistics, PostgreSQL would begin with all patients.
  const { rows } = await sql<FoundPatient>`
    with wanted as materialized (
      select place, lower(mrn) as mrn, fold_name("firstName") as first, fold_name("lastName") as last, birthdate, id
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given (place int, mrn text, "firstName" text, "lastName" text, birthdate date, id text)
    )
    select wanted.place, found.* from wanted
    cross join lateral (
      select 'mrn' as by, of_mrn.* from (${ofOrganization(sql`mrn_key = wanted.mrn`)}) as of_mrn
      union all
      select 'person', of_person.* from (${ofOrganization(sql`birthdate = wanted.birthdate
        and last_key = wanted.last and first_key = wanted.first`)}) as of_person
      union all
      select 'id', of_id.* from (${ofOrganization(sql`id = wanted.id`)}) as of_id
    ) as found
    order by wanted.place, found.id`.execute(tx)
  return rows
}

/** Sent without waiting: a failure fails the transaction. */
export function insertImported(
  tx: Tx,
  { organizationId, version }: { readonly organizationId: string; readonly version: number },
  patients: readonly Omit<NewPatient, 'organizationId'>[],
): void {
  if (patients.length === 0) return
  const given = patients.map(({ id, importId, ...fields }) => ({ id, import_id: importId, fields }))
  const value = (name: keyof FoundFields, type = sql`text`) => sql`(fields ->> ${sql.lit(name)})::${type}`
  const insert = sql`
    insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, email, birthdate, gender,
      mrn, cash_pay, insurance_type, preferred_contact, marketing_consent_on, marketing_consent_source, version)
    select ${organizationId}, id, import_id, ${value('firstName')}, ${value('lastName')}, ${value('phoneNumber')},
      ${value('email')}, ${value('birthdate', sql`date`)}, coalesce(${value('gender')}, 'unknown'), ${value('mrn')},
      coalesce(${value('cashPay', sql`boolean`)}, false), ${value('insuranceType')}, ${value('preferredContact')},
      ${value('marketingConsentOn', sql`date`)}, ${value('marketingConsentSource')},
      ${version}::bigint
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id text, import_id text, fields jsonb)`
  sendUnawaited(tx, { compile: () => insert.compile(tx) })
}

export interface ImportedEdit {
  readonly id: string
  readonly edit: PatientEdit
}

const TYPES: Readonly<Partial<Record<keyof FoundFields, RawBuilder<unknown>>>> = {
  birthdate: sql`date`,
  marketingConsentOn: sql`date`,
  cashPay: sql`boolean`,
}
const EDITED: readonly (keyof FoundFields)[] = [
  ...(['firstName', 'lastName', 'phoneNumber', 'email', 'birthdate', 'gender', 'mrn', 'cashPay'] as const),
  ...(['insuranceType', 'preferredContact', 'marketingConsentOn', 'marketingConsentSource'] as const),
]

/**
 * Changes the given fields and leaves the others. Sent without waiting. As with an edit by staff, the fields keep the version
 * before, against edits from older screens.
 */
export function editImported(
  tx: Tx,
  { organizationId, version }: { readonly organizationId: string; readonly version: number },
  edits: readonly ImportedEdit[],
): void {
  if (edits.length === 0) return
  const set = EDITED.map((name) => {
    const column = sql.ref(columnOf(name))
    const value = sql`(edit ->> ${sql.lit(name)})::${TYPES[name] ?? sql`text`}`
    return sql`${column} = case when edit ? ${sql.lit(name)} then ${value} else patients.${column} end`
  })
  const update = sql`
    update patients set ${sql.join(set)},
      edited_after = edited_after || (
        select jsonb_object_agg(name, patients.version) from jsonb_object_keys(edit) as edited (name)),
      version = ${version}::bigint
    from jsonb_to_recordset(${JSON.stringify(edits)}::jsonb) as given (id text, edit jsonb)
    where patients.organization_id = ${organizationId} and patients.id = given.id
      and patients.id = any(${edits.map(({ id }) => id)}::text[])`
  sendUnawaited(tx, { compile: () => update.compile(tx) })
}
