/** The names of the patients whom audit rows name by ids. */
import type { AuditEntry } from '@foyer/contracts/main/audit.ts'
import { type RawBuilder, sql } from 'kysely'

type Subject = AuditEntry['subject']
type Patients = AuditEntry['patients']

/** A row that changes hundreds of conversations names the first patients only. */
const SHOWN_MAX = 3

interface Named {
  /** The id in the row, of a conversation, a patient or an import. */
  readonly ref: string
  readonly id: string
  readonly name: string
}

export interface WithPatients {
  /** The patients of the whole page, in its first row only; null in the others. */
  readonly named: readonly Named[] | null
}

/** Reads a page of audit rows, newest first, and the patients whom it names, in one statement. */
export function withPatients<Row extends WithPatients>(
  page: RawBuilder<unknown>,
  organizationId: string,
): RawBuilder<Row> {
  const of = (ref: RawBuilder<unknown>) =>
    sql`select ${ref} as ref, p.id, btrim(concat_ws(' ', p.first_name, p.last_name)) as name`
  return sql<Row>`
    with page as materialized (${page}),
    refs as (select distinct ref from page, unnest(audit_ids(page.subject)) as ref),
    named as (
      ${of(sql`c.id`)} from refs
      join conversations as c on c.organization_id = ${organizationId} and c.id = refs.ref
      join patients as p on p.organization_id = c.organization_id and p.id = c.patient_id
      union all
      ${of(sql`p.id`)} from refs join patients as p on p.organization_id = ${organizationId} and p.id = refs.ref
      union all
      ${of(sql`p.import_id`)} from refs
      join patients as p on p.organization_id = ${organizationId} and p.import_id = refs.ref
    )
    select page.*, case when row_number() over (order by page.id desc) = 1 then (select jsonb_agg(named) from named) end as named
    from page order by page.id desc`
}

/** Returns the patients of a row, given all rows of its page. */
export function patientsIn(rows: readonly WithPatients[]): (subject: Subject) => Patients {
  const named = rows.flatMap((row) => row.named ?? []).filter(({ name }) => name !== '')
  const byRef = new Map(named.map(({ ref, id, name }) => [ref, { _id: id, name }]))
  return (subject) => {
    const found = refsOf(subject).flatMap((ref) => byRef.get(ref) ?? [])
    return [...new Map(found.map((patient) => [patient._id, patient])).values()].slice(0, SHOWN_MAX)
  }
}

function refsOf(subject: Subject): string[] {
  const { patientId = [], patientIds = [], patientImportId = [], conversationId = [], conversationIds = [] } = subject
  // The calls of a chart name the patient in their path. Ids of other records are no patients' ids.
  const { id = [] } = subject
  return [id, patientId, patientIds, patientImportId, conversationId, conversationIds].flat()
}
