/** The forms of an organization and their questions, revision by revision. */
import type { Form } from '@foyer/contracts/forms/form.ts'
import { formSaved } from '@foyer/contracts/forms/form-events.ts'
import type { Selectable } from 'kysely'
import { newestPage, type Position } from '../../db/keyset.ts'
import type { Queries, Tx } from '../../db/tx.ts'
import { appendEvents, newEvent } from '../../events/append.ts'
import { formAddress } from './form-address.rules.ts'
import type { FormTables } from './forms.tables.ts'

/** A form without its address, which depends on the installation. */
export interface KeptForm extends Omit<Form, 'url'> {
  readonly createdBy: string | null
}

interface Writing {
  readonly form: KeptForm
  readonly at: Date
  readonly publicUrl: string
  /** The questions of a new revision. */
  readonly questionnaire?: object | undefined
}

export interface ToldForm {
  readonly data: Form
  readonly asOf: number
  readonly epoch: string
}

/** Adds the form, or changes the one with its id, together with its event: the last thing of the transaction. */
export async function saveForm(tx: Tx, { form, at, publicUrl, questionnaire }: Writing): Promise<ToldForm> {
  const { organizationId, _id: id } = form
  const shown = (version: number) => shownForm({ ...form, version }, publicUrl)
  const { seq, epoch } = await appendEvents(tx, { organizationId, at }, [
    {
      record: async ({ seq: version }) => {
        const changing = {
          ...{ title: form.title, intro: form.intro, state: form.state, request_type: form.requestType },
          ...{ tells_inbox: form.tellsInbox, listed: form.listed, revision: form.revision, questions: form.questions },
          version,
        }
        const created = { created_at: new Date(form.createdAt), created_by: form.createdBy }
        await tx
          .insertInto('forms')
          .values({ organization_id: organizationId, id, ...changing, ...created })
          .onConflict((on) => on.columns(['organization_id', 'id']).doUpdateSet({ ...changing, changed_at: at }))
          .execute()
        if (questionnaire !== undefined)
          await tx
            .insertInto('form_revisions')
            .values({
              ...{ organization_id: organizationId, form_id: id, revision: form.revision },
              questionnaire: JSON.stringify(questionnaire),
            })
            .execute()
        return newEvent(formSaved, shown(version))
      },
    },
  ])
  return { data: shown(seq), asOf: seq, epoch }
}

export async function findForm(tx: Tx, organizationId: string, id: string): Promise<KeptForm | undefined> {
  const row = await formsOf(tx, organizationId).where('id', '=', id).executeTakeFirst()
  return row && keptOf(row)
}

/** The form, locked until the transaction ends. */
export async function lockForm(tx: Tx, organizationId: string, id: string): Promise<KeptForm | undefined> {
  const row = await formsOf(tx, organizationId).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && keptOf(row)
}

export async function listForms(
  tx: Tx,
  organizationId: string,
  asked: { readonly after: Position | null; readonly limit: number },
): Promise<{ forms: KeptForm[]; end: Position | null }> {
  const { shown, end } = await newestPage(formsOf(tx, organizationId), 'forms', asked)
  return { forms: shown.map(keptOf), end }
}

interface Revision {
  readonly organizationId: string
  readonly formId: string
  readonly revision: number
}

export async function readQuestions(tx: Tx, { organizationId, formId, revision }: Revision): Promise<object> {
  const row = await tx
    .selectFrom('form_revisions')
    .select('questionnaire')
    .where('organization_id', '=', organizationId)
    .where('form_id', '=', formId)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow()
  return row.questionnaire
}

/** All revisions of a form, the newest first. */
export async function listRevisions(
  tx: Tx,
  { organizationId, formId }: Omit<Revision, 'revision'>,
): Promise<readonly object[]> {
  const rows = await tx
    .selectFrom('form_revisions')
    .select('questionnaire')
    .where('organization_id', '=', organizationId)
    .where('form_id', '=', formId)
    .orderBy('revision', 'desc')
    .execute()
  return rows.map(({ questionnaire }) => questionnaire)
}

/** In system scope, one statement: the organization of a form that is open. */
export async function findOpenForm(queries: Queries, id: string): Promise<string | null> {
  const row = await queries
    .selectFrom('forms')
    .select('organization_id')
    .where('id', '=', id)
    .where('state', '=', 'active')
    .executeTakeFirst()
  return row?.organization_id ?? null
}

/** The pages that search engines may find. */
export async function listListedForms(
  tx: Tx,
  organizationId: string,
): Promise<readonly { readonly path: string; readonly changedAt: Date }[]> {
  const rows = await tx
    .selectFrom('forms')
    .select(['id', 'created_at', 'changed_at'])
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'active')
    .where('listed', '=', true)
    .orderBy('id')
    .execute()
  return rows.map(({ id, created_at, changed_at }) => ({ path: `/f/${id}`, changedAt: changed_at ?? created_at }))
}

export function shownForm({ createdBy: _, ...form }: KeptForm, publicUrl: string): Form {
  return { ...form, url: formAddress(publicUrl, form._id) }
}

function formsOf(tx: Tx, organizationId: string) {
  return tx
    .selectFrom('forms')
    .select(['organization_id', 'id', 'title', 'intro', 'state', 'request_type', 'tells_inbox', 'listed', 'revision'])
    .select(['questions', 'created_at', 'created_by', 'version'])
    .where('organization_id', '=', organizationId)
}

function keptOf(row: Omit<Selectable<FormTables['forms']>, 'changed_at'>): KeptForm {
  return {
    ...{ _id: row.id, organizationId: row.organization_id, title: row.title, intro: row.intro, state: row.state },
    ...{ requestType: row.request_type, tellsInbox: row.tells_inbox, listed: row.listed, revision: row.revision },
    ...{ questions: row.questions, createdAt: row.created_at.toISOString(), createdBy: row.created_by },
    version: row.version,
  }
}
