/** The demo's forms, what patients sent by them, and the dashboards of the BI service. */
import { checkAnswers, type Sent } from '@foyer/contracts/forms/answers.rules.ts'
import type { Form } from '@foyer/contracts/forms/form.ts'
import { flatItems, isQuestion, readQuestionnaire } from '@foyer/contracts/forms/questionnaire.rules.ts'
import { createRandom, type Random } from '@foyer/contracts/random.rules.ts'
import type { Tx } from '../db/tx.ts'
import type { BaseServices } from '../services.ts'
import { ALLERGIES, CLOSED, GLASGOW, INTAKE, MEDICINES, PHARMACIES, REFILL } from './demo-form-words.ts'
import { stableId } from './stable-id.rules.ts'

const HOUR_MS = 3_600_000
/** So far apart they reach back over more than a month. */
const BETWEEN_MS = 10 * HOUR_MS

interface DemoForm {
  readonly id: string
  readonly questionnaire: object
  readonly state?: Form['state']
  readonly requestType?: Form['requestType']
  readonly tellsInbox?: boolean
  readonly listed?: boolean
  readonly submissions: number
}

const FORMS: Readonly<Record<string, readonly DemoForm[]>> = {
  org_cedar: [
    { id: 'form_cedar_intake', questionnaire: INTAKE, listed: true, submissions: 90 },
    {
      ...{ id: 'form_cedar_refill', questionnaire: REFILL, requestType: 'prescription', tellsInbox: true },
      submissions: 44,
    },
    { id: 'form_cedar_screen', questionnaire: GLASGOW, submissions: 6 },
    { id: 'form_cedar_closed', questionnaire: CLOSED, state: 'retired', submissions: 0 },
  ],
  org_lakeside: [{ id: 'form_lakeside_intake', questionnaire: INTAKE, submissions: 14 }],
  org_harbor: [{ id: 'form_harbor_intake', questionnaire: INTAKE, submissions: 14 }],
}

const BI = [
  { organization_id: 'org_cedar', id: 'bi_cedar_ops', title: 'Operations', path: '/embed/dashboards/12' },
  { organization_id: 'org_lakeside', id: 'bi_lakeside_ops', title: 'Operations', path: '/embed/dashboards/31' },
]

/** To a store that the demo has just filled. */
export async function addDemoForms({ database, clock }: Pick<BaseServices, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  for (const [organizationId, forms] of Object.entries(FORMS))
    await database.write(organizationId, async (tx) => {
      for (const form of forms) await addForm(tx, organizationId, form, now)
      const dashboards = BI.filter(({ organization_id }) => organization_id === organizationId)
      if (dashboards.length > 0) await tx.insertInto('bi_dashboards').values(dashboards).execute()
    })
}

async function addForm(tx: Tx, organizationId: string, form: DemoForm, now: Date): Promise<void> {
  const { id, questionnaire, state = 'active', requestType = null, tellsInbox = false, listed = false } = form
  const { title, intro, items } = readQuestionnaire(questionnaire)
  await tx
    .insertInto('forms')
    .values({
      ...{ organization_id: organizationId, id, title, intro, state, request_type: requestType, listed },
      ...{ tells_inbox: tellsInbox, revision: 1, created_at: new Date(now.getTime() - 70 * 24 * HOUR_MS) },
      ...{ questions: flatItems(items).filter(({ item }) => isQuestion(item)).length, created_by: 'usr_ana' },
      version: 0,
    })
    .execute()
  await tx
    .insertInto('form_revisions')
    .values({ organization_id: organizationId, form_id: id, revision: 1, questionnaire: JSON.stringify(questionnaire) })
    .execute()
  if (form.submissions > 0) await addSubmissions(tx, organizationId, form, now)
}

async function addSubmissions(tx: Tx, organizationId: string, form: DemoForm, now: Date): Promise<void> {
  const random = createRandom(`${organizationId} ${form.id}`)
  const { items } = readQuestionnaire(form.questionnaire)
  const patients = await tx
    .selectFrom('patients')
    .select(['id', 'first_name', 'last_name', 'phone_number', 'birthdate'])
    .where('organization_id', '=', organizationId)
    .where('phone_number', 'is not', null)
    .where('birthdate', 'is not', null)
    .orderBy('id')
    .limit(form.submissions)
    .execute()
  const conversations = await tx
    .selectFrom('conversations')
    .select(['id', 'patient_id'])
    .where('organization_id', '=', organizationId)
    .where(
      'patient_id',
      'in',
      patients.map(({ id }) => id),
    )
    .orderBy('last_message_at')
    .execute()
  const conversationOf = new Map(conversations.map(({ id, patient_id }) => [patient_id, id]))
  const rows = patients.map((patient, at) => {
    const createdAt = new Date(now.getTime() - at * BETWEEN_MS - 20 * 60_000)
    const isNew = at < 6
    // The first ones wait for a person to say whose they are.
    const isUnfiled = form.id === 'form_cedar_intake' && at < 3
    const answers = answersOf(patient, random, form.id)
    const response = {
      ...{ resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire: `${form.id}|1` },
      ...{ authored: createdAt.toISOString(), item: checkAnswers(items, answers).items },
    }
    return {
      ...{
        organization_id: organizationId,
        id: stableId(createdAt, `${form.id} ${at}`),
        form_id: form.id,
        revision: 1,
      },
      ...{ patient_id: isUnfiled ? null : patient.id, suggested_patient_id: isUnfiled && at < 2 ? patient.id : null },
      conversation_id: isUnfiled ? null : (conversationOf.get(patient.id) ?? null),
      ...{ response: JSON.stringify(response), state: isNew ? ('new' as const) : ('done' as const), held_for: null },
      ...{ created_at: createdAt, done_at: isNew ? null : new Date(createdAt.getTime() + HOUR_MS / 2) },
      ...{ done_by: isNew ? null : 'usr_ana', version: 0 },
    }
  })
  await tx.insertInto('form_submissions').values(rows).execute()
}

interface Person {
  readonly first_name: string
  readonly last_name: string
  readonly phone_number: string | null
  readonly birthdate: string | null
}

function answersOf(patient: Person, random: Random, formId: string): Sent {
  const pick = (list: readonly string[]) => [random.pick(list)]
  if (formId === 'form_cedar_screen') return { '1.1': ['LA6561-0'], '1.2': ['LA6567-7'], '1.3': ['LA6556-0'] }
  const yes = (share: number) => [String(random.chance(share))]
  return {
    name: [`${patient.first_name} ${patient.last_name}`],
    ...{ birthdate: [patient.birthdate ?? ''], phone: [patient.phone_number ?? ''] },
    ...{ contact: pick(['text', 'call', 'email']), allergies: yes(0.3), 'allergies-which': pick(ALLERGIES) },
    ...{ smoker: yes(0.2), 'smoker-many': pick(['3', '10', '20']), medicines: pick(MEDICINES) },
    ...{ weight: pick(['61.5', '74', '88.2']), sleep: pick(['well', 'fair', 'badly']), medicine: pick(MEDICINES) },
    pharmacy: pick(PHARMACIES),
  }
}
