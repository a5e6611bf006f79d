import type { FormSubmission } from '@foyer/contracts/forms/form.ts'
import { formChanged, formSubmitted } from '@foyer/contracts/forms/form-events.ts'
import { sql } from 'kysely'
import { newestPage, type Position } from '../../db/keyset.ts'
import type { Tx } from '../../db/tx.ts'
import { appendEvents, type Change, type ChangeSet, newEvent } from '../../events/append.ts'

interface NewSubmission {
  readonly submission: Omit<FormSubmission, 'version'>
  readonly response: object
}

/** A submission that is written with its event, once the log gives both their place. */
export function addingSubmission(tx: Tx, { submission, response }: NewSubmission): Change {
  return {
    record: async ({ seq: version }) => {
      await tx
        .insertInto('form_submissions')
        .values({
          ...{ organization_id: submission.organizationId, id: submission._id, form_id: submission.formId, version },
          ...{ revision: submission.revision, patient_id: submission.patientId, state: submission.state },
          ...{ conversation_id: submission.conversationId, held_for: submission.heldFor },
          suggested_patient_id: submission.suggestion?.patientId ?? null,
          ...{ response: JSON.stringify(response), created_at: new Date(submission.submittedAt) },
        })
        .execute()
      return newEvent(formSubmitted, { ...submission, version })
    },
  }
}

export interface ToldSubmission {
  readonly data: FormSubmission
  readonly asOf: number
  readonly epoch: string
}

type SubmissionChanges = Partial<
  Pick<
    FormSubmission,
    'state' | 'heldFor' | 'patientId' | 'patientName' | 'conversationId' | 'suggestion' | 'doneAt' | 'doneBy'
  >
>

/** Writes what changed with its event, as the last thing of the transaction. Without changes nothing is written or told. */
export async function changeSubmission(
  tx: Tx,
  before: FormSubmission,
  {
    changes,
    at,
    also = [],
  }: { changes: SubmissionChanges | null; at: Date; also?: readonly (Change | ChangeSet)[] | undefined },
): Promise<ToldSubmission> {
  const { organizationId, _id } = before
  const after = { ...before, ...changes }
  let version = before.version
  const change: Change = {
    record: async ({ seq }) => {
      version = seq
      await tx
        .updateTable('form_submissions')
        .set({
          ...{ state: after.state, held_for: after.heldFor, patient_id: after.patientId, version },
          suggested_patient_id: after.suggestion?.patientId ?? null,
          ...{ conversation_id: after.conversationId, done_at: after.doneAt, done_by: after.doneBy },
        })
        .where('organization_id', '=', organizationId)
        .where('id', '=', _id)
        .execute()
      return newEvent(formChanged, { ...after, version })
    },
  }
  const { seq, epoch } = await appendEvents(tx, { organizationId, at }, changes === null ? [] : [...also, change])
  return { data: { ...after, version }, asOf: seq, epoch }
}

export interface KeptSubmission {
  readonly submission: FormSubmission
  readonly response: object
}

export async function findSubmission(tx: Tx, organizationId: string, id: string): Promise<KeptSubmission | undefined> {
  const row = await submissionsOf(tx, organizationId)
    .select('response')
    .where('form_submissions.id', '=', id)
    .executeTakeFirst()
  return row && { submission: shownOf(row), response: row.response }
}

/** The submission, locked until the transaction ends. */
export async function lockSubmission(tx: Tx, organizationId: string, id: string): Promise<FormSubmission | undefined> {
  const row = await submissionsOf(tx, organizationId)
    .where('form_submissions.id', '=', id)
    .forUpdate('form_submissions')
    .executeTakeFirst()
  return row && shownOf(row)
}

export interface Wanted {
  readonly organizationId: string
  readonly formId?: string | undefined
  readonly state?: FormSubmission['state'] | undefined
  /** Days of the organization, both included. */
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
}

interface WantedPage extends Wanted {
  readonly after: Position | null
  readonly limit: number
}

/** A page of the submissions, the newest first. */
export async function listSubmissions(
  tx: Tx,
  { after, limit, ...wanted }: WantedPage,
): Promise<{ submissions: FormSubmission[]; end: Position | null }> {
  const query = narrowed(submissionsOf(tx, wanted.organizationId), wanted)
  const { shown, end } = await newestPage(query, 'form_submissions', { after, limit })
  return { submissions: shown.map(shownOf), end }
}

/** A page with the answers and the patients' numbers, for a workbook. */
export async function listForExport(tx: Tx, { after, limit, ...wanted }: WantedPage) {
  const query = exportedOf(tx, wanted).select(['response', 'patients.mrn'])
  const { shown, end } = await newestPage(query, 'form_submissions', { after, limit })
  return { rows: shown.map((row) => ({ submission: shownOf(row), response: row.response, mrn: row.mrn })), end }
}

/** Whether a workbook of these would have more rows. */
export async function areMoreThan(tx: Tx, most: number, wanted: Wanted): Promise<boolean> {
  return (await exportedOf(tx, wanted).offset(most).limit(1).executeTakeFirst()) !== undefined
}

function exportedOf(tx: Tx, wanted: Wanted) {
  return narrowed(submissionsOf(tx, wanted.organizationId), wanted).where('form_submissions.state', '<>', 'held')
}

function narrowed<Query extends ReturnType<typeof submissionsOf>>(
  query: Query,
  { formId, state, startDate, endDate }: Wanted,
): Query {
  let found = query
  if (formId !== undefined) found = found.where('form_submissions.form_id', '=', formId) as Query
  if (state !== undefined) found = found.where('form_submissions.state', '=', state) as Query
  const midnight = (day: string, plus: number) =>
    sql<boolean>`((${day}::date + ${plus}::int)::timestamp at time zone organizations.timezone)`
  if (startDate !== undefined)
    found = found.where(sql<boolean>`form_submissions.created_at >= ${midnight(startDate, 0)}`) as Query
  if (endDate !== undefined)
    found = found.where(sql<boolean>`form_submissions.created_at < ${midnight(endDate, 1)}`) as Query
  return found
}

const nameOf = (table: string) =>
  sql<string | null>`nullif(trim(${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}), '')`

function submissionsOf(tx: Tx, organizationId: string) {
  return tx
    .selectFrom('form_submissions')
    .innerJoin('forms', (join) =>
      join
        .onRef('forms.organization_id', '=', 'form_submissions.organization_id')
        .onRef('forms.id', '=', 'form_submissions.form_id'),
    )
    .innerJoin('organizations', 'organizations.id', 'form_submissions.organization_id')
    .leftJoin('patients', (join) =>
      join
        .onRef('patients.organization_id', '=', 'form_submissions.organization_id')
        .onRef('patients.id', '=', 'form_submissions.patient_id'),
    )
    .leftJoin('patients as suggested', (join) =>
      join
        .onRef('suggested.organization_id', '=', 'form_submissions.organization_id')
        .onRef('suggested.id', '=', 'form_submissions.suggested_patient_id'),
    )
    .select(['form_submissions.organization_id', 'form_submissions.id', 'form_submissions.form_id'])
    .select(['form_submissions.revision', 'form_submissions.state', 'form_submissions.held_for'])
    .select(['form_submissions.patient_id', 'form_submissions.conversation_id', 'form_submissions.created_at'])
    .select(['form_submissions.suggested_patient_id', 'form_submissions.done_at', 'form_submissions.done_by'])
    .select(['form_submissions.version', 'forms.title'])
    .select([nameOf('patients').as('patient_name'), nameOf('suggested').as('suggested_name')])
    .where('form_submissions.organization_id', '=', organizationId)
}

interface Row {
  readonly organization_id: string
  readonly id: string
  readonly form_id: string
  readonly title: string
  readonly revision: number
  readonly state: FormSubmission['state']
  readonly held_for: FormSubmission['heldFor']
  readonly patient_id: string | null
  readonly patient_name: string | null
  readonly conversation_id: string | null
  readonly suggested_patient_id: string | null
  readonly suggested_name: string | null
  readonly created_at: Date
  readonly done_at: Date | null
  readonly done_by: string | null
  readonly version: number
}

function shownOf(row: Row): FormSubmission {
  const { suggested_patient_id: suggested, patient_id: patientId } = row
  return {
    ...{ _id: row.id, organizationId: row.organization_id, formId: row.form_id, formTitle: row.title },
    ...{ revision: row.revision, state: row.state, heldFor: row.held_for, patientId },
    ...{ patientName: row.patient_name, conversationId: row.conversation_id },
    suggestion:
      suggested === null || patientId !== null ? null : { patientId: suggested, name: row.suggested_name ?? '' },
    ...{ submittedAt: row.created_at.toISOString(), doneAt: row.done_at?.toISOString() ?? null, doneBy: row.done_by },
    version: row.version,
  }
}
