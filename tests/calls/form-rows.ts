/** The forms and BI dashboards of the test clinics, under the ids that the examples of calls name. */
import { example } from '@foyer/contracts/examples.ts'
import type { FreshDatabase } from '../support/postgres.ts'

/** Lakeside's records; their words may be read by no one of Cedar. */
export const FOREIGN_FORMS = { formId: 'form_foreign', submissionId: 'submission9', dashboardId: 'bi9' } as const

export async function addForms({ query }: Pick<FreshDatabase, 'query'>, words: string): Promise<void> {
  const [open, other] = example.formIds
  const [fresh, held] = example.formSubmissionIds
  const [shown, removed] = example.biDashboardIds
  const ask = (text: string) =>
    JSON.stringify({
      ...{ resourceType: 'Questionnaire', title: text, status: 'active' },
      item: [{ linkId: 'name', type: 'string', text }],
    })
  const answer = (text: string) =>
    JSON.stringify({
      ...{ resourceType: 'QuestionnaireResponse', status: 'completed' },
      item: [{ linkId: 'name', text: 'Your name', answer: [{ valueString: text }] }],
    })
  const { formId, submissionId, dashboardId } = FOREIGN_FORMS
  await query(
    `insert into forms (organization_id, id, title, intro, state, tells_inbox, listed, revision, questions, created_at,
       version) values
      ('org_cedar', $1, 'Intake', '', 'active', false, false, 1, 1, now(), 0),
      ('org_cedar', $2, 'Refill', '', 'active', false, false, 1, 1, now(), 0),
      ('org_lakeside', $3, $4, $4, 'active', false, false, 1, 1, now(), 0)`,
    [open, other, formId, words],
  )
  await query(
    `insert into form_revisions (organization_id, form_id, revision, questionnaire) values
      ('org_cedar', $1, 1, $4), ('org_cedar', $2, 1, $4), ('org_lakeside', $3, 1, $5)`,
    [open, other, formId, ask('Your name'), ask(words)],
  )
  await query(
    `insert into form_submissions (organization_id, id, form_id, revision, response, state, held_for, created_at,
       version) values
      ('org_cedar', $1, $3, 1, $4, 'new', null, now(), 0),
      ('org_cedar', $2, $3, 1, $4, 'held', 'robot', now(), 0),
      ('org_lakeside', $5, $6, 1, $7, 'new', null, now(), 0)`,
    [fresh, held, open, answer('Ann'), submissionId, formId, answer(words)],
  )
  await query(
    `insert into bi_dashboards (organization_id, id, title, path) values
      ('org_cedar', $1, 'Operations', '/embed/dashboards/12'), ('org_cedar', $2, 'Claims', '/embed/dashboards/13'),
      ('org_lakeside', $3, $4, '/embed/dashboards/14')`,
    [shown, removed, dashboardId, words],
  )
}
