/**
 * The one way in for what patients send by forms. A robot learns nothing: what looks like one gets the same answer, and its
 * submission is held until a person releases it, so that no patient is lost either.
 */
import { checkAnswers, type ResponseItem, type Sent } from '@foyer/contracts/forms/answers.rules.ts'
import type { FormSubmission } from '@foyer/contracts/forms/form.ts'
import { type FormItem, readQuestionnaire } from '@foyer/contracts/forms/questionnaire.rules.ts'
import type { HeldReason } from '@foyer/contracts/forms/states.rules.ts'
import type { Tx } from '../../db/tx.ts'
import { appendEvents } from '../../events/append.ts'
import type { Services } from '../../services.ts'
import { findNewestOfPatient } from '../conversations/conversations.ts'
import { readClinic } from '../organizations/organizations.ts'
import { findOwner } from '../patients/patients.ts'
import { birthdatesIn, phoneNumbersIn } from './about-patient.rules.ts'
import { isFormId } from './form-address.rules.ts'
import { digestOf, formTokens } from './form-token.ts'
import { findForm, findOpenForm, type KeptForm, readQuestions } from './forms.store.ts'
import { findLinkedPatient, findSuggestion, spendLink, takeToken } from './intake.store.ts'
import { countForForm, countForNetwork } from './intake-limits.ts'
import { formProofs } from './proof.ts'
import { requestByForm } from './service-requests.ts'
import { addingSubmission } from './submissions.store.ts'
import { telling } from './tell-inbox.ts'

const EARLY_MS = 3000
const DAY_MS = 24 * 3_600_000

type Parts = Pick<Services, 'database' | 'clock' | 'config' | 'newId'>

export interface OpenForm {
  readonly form: KeptForm
  readonly items: readonly FormItem[]
  readonly organizationName: string
}

/**
 * The form behind a public address; null for one that is unknown or closed, and for a link that no longer works. With the token
 * of a page it has the questions of that page, although staff may have revised the form since.
 */
export async function openForm(
  { database, clock, config }: Parts,
  formId: string,
  { link = null, token = '' }: { readonly link?: string | null; readonly token?: string } = {},
): Promise<OpenForm | null> {
  if (!isFormId(formId)) return null
  const organizationId = await database.systemStatement((queries) => findOpenForm(queries, formId))
  if (organizationId === null) return null
  return database.read(
    organizationId,
    async (tx) => {
      const wanted = { organizationId, formId, now: clock.now() }
      if (link !== null && (await findLinkedPatient(tx, { ...wanted, digest: digestOf('link', link) })) === null)
        return null
      const { revision = null } = formTokens(config).read(formId, token) ?? {}
      return readOpen(tx, { organizationId, formId, revision })
    },
    'visitor',
  )
}

interface Opening {
  readonly organizationId: string
  readonly formId: string
  /** The revision that the page shows. Null: the newest one. */
  readonly revision: number | null
}

async function readOpen(tx: Tx, { organizationId, formId, revision }: Opening): Promise<OpenForm | null> {
  const [kept, { name: organizationName }] = await Promise.all([
    findForm(tx, organizationId, formId),
    readClinic(tx, organizationId),
  ])
  if (kept?.state !== 'active') return null
  const form = { ...kept, revision: revision ?? kept.revision }
  const questionnaire = await readQuestions(tx, { organizationId, formId, revision: form.revision })
  return { form, items: readQuestionnaire(questionnaire).items, organizationName }
}

interface SentForm {
  readonly answers: Sent
  readonly token: string
  /** The field that people don't see. */
  readonly website: string
  /** The work of the page. Null: the page asked for none. */
  readonly proof: string | null
  /** The token of a personal address. */
  readonly link: string | null
  /** The address of the client. */
  readonly address: string
}

type Outcome =
  | { readonly outcome: 'sent'; readonly reference: string }
  | { readonly outcome: 'unknown' }
  /** Many forms come, and the page did not ask for work; one that asks is to be sent. */
  | { readonly outcome: 'busy' }
  | { readonly outcome: 'not_valid'; readonly issues: readonly { readonly linkId: string; readonly message: string }[] }
  | { readonly outcome: 'limited'; readonly retryAfterS: number }

/** `opened` is the form as it was read for this submission. */
export async function submitForm(parts: Parts, opened: OpenForm, sent: SentForm): Promise<Outcome> {
  const { database, clock } = parts
  const { items, issues } = checkAnswers(opened.items, sent.answers)
  if (issues.length > 0) return { outcome: 'not_valid', issues }
  const { organizationId } = opened.form
  const [formId, now] = [opened.form._id, clock.now()]
  const page = formTokens(parts.config).read(formId, sent.token)?.at ?? null
  const sending = { organizationId, formId, address: sent.address }
  const counted = await countForNetwork(parts, sending)
  // A network that is refused counts for no form.
  if (counted.retryAfterS !== null) return { outcome: 'limited', retryAfterS: counted.retryAfterS }
  const isUnproven = counted.isBusy && !(await isProven(parts, sent))
  const isHeld = heldReason({ website: sent.website, page, isRepeated: false, isUnproven, now }) !== null
  if (isUnproven && sent.proof === null && page !== null && sent.website === '') return { outcome: 'busy' }
  const retryAfterS = await countForForm(parts, { ...sending, isHeld })
  if (retryAfterS !== null) return { outcome: 'limited', retryAfterS }
  try {
    const keeping = { ...opened, sent, page, isUnproven, response: items, now }
    return await database.write(organizationId, (tx) => keep(tx, parts, keeping), 'visitor')
  } catch (error) {
    if (error instanceof LinkEnded) return { outcome: 'unknown' }
    throw error
  }
}

function isProven({ config }: Parts, { token, proof }: SentForm): Promise<boolean> {
  return proof === null ? Promise.resolve(false) : formProofs(config).isProof(token, proof)
}

/** Thrown, so that the token of the page is not taken by a submission that is not kept. */
class LinkEnded extends Error {}

interface Keeping extends OpenForm {
  readonly sent: SentForm
  /** When the page was made; null if this installation did not make it. */
  readonly page: Date | null
  readonly isUnproven: boolean
  readonly response: readonly ResponseItem[]
  readonly now: Date
}

async function keep(tx: Tx, parts: Parts, { form, sent, page, isUnproven, response, now }: Keeping): Promise<Outcome> {
  const { organizationId, _id: formId, revision } = form
  const submissionId = parts.newId()
  const digest = digestOf('token', sent.token)
  const taken =
    page === null
      ? null
      : await takeToken(tx, {
          ...{ organizationId, digest, submissionId },
          answersDigest: digestOf(JSON.stringify(response)),
          expiresAt: new Date(now.getTime() + 2 * DAY_MS),
        })
  if (taken?.isSame) return { outcome: 'sent', reference: referenceOf(taken.submissionId) }
  const link = sent.link === null ? null : { organizationId, formId, digest: digestOf('link', sent.link), now }
  const patientId = link && (await spendLink(tx, link))
  if (link && patientId === null) throw new LinkEnded()
  const heldFor = heldReason({ website: sent.website, page, isRepeated: taken !== null, isUnproven, now })
  const submission = await aboutPatient(tx, {
    ...{ _id: submissionId, organizationId, formId, formTitle: form.title, revision },
    ...{ state: heldFor === null ? ('new' as const) : ('held' as const), heldFor, patientId, response },
    submittedAt: now.toISOString(),
  })
  const told = heldFor === null ? await telling(tx, { form, submission, now }) : null
  if (told?.isRequest === false) requestByForm(tx, form, submission)
  const kept = { resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire: `${formId}|${revision}` }
  await appendEvents(tx, { organizationId, at: now }, [
    ...(told?.changes ?? []),
    addingSubmission(tx, { submission, response: { ...kept, authored: now.toISOString(), item: response } }),
  ])
  return { outcome: 'sent', reference: referenceOf(submissionId) }
}

interface Suspected extends Pick<SentForm, 'website'>, Pick<Keeping, 'page' | 'isUnproven' | 'now'> {
  readonly isRepeated: boolean
}

function heldReason({ website, page, isRepeated, isUnproven, now }: Suspected): HeldReason | null {
  if (website !== '' || page === null) return 'robot'
  if (isRepeated) return 'repeated'
  const age = now.getTime() - page.getTime()
  if (age < EARLY_MS) return 'early'
  if (age > DAY_MS) return 'late'
  return isUnproven ? 'unproven' : null
}

type Arrived = Pick<
  FormSubmission,
  '_id' | 'organizationId' | 'formId' | 'formTitle' | 'revision' | 'state' | 'heldFor' | 'patientId' | 'submittedAt'
> & { readonly response: readonly ResponseItem[] }

async function aboutPatient(tx: Tx, { response, ...arrived }: Arrived): Promise<Omit<FormSubmission, 'version'>> {
  const { organizationId, patientId } = arrived
  const open = { doneAt: null, doneBy: null }
  if (patientId === null) {
    const found = { phoneNumbers: phoneNumbersIn(response), birthdates: birthdatesIn(response) }
    const suggestion = await findSuggestion(tx, { organizationId, ...found })
    return { ...arrived, ...open, patientName: null, conversationId: null, suggestion }
  }
  const { name } = await findOwner(tx, organizationId, patientId)
  const conversationId = await findNewestOfPatient(tx, organizationId, patientId)
  return { ...arrived, ...open, patientName: name, conversationId, suggestion: null }
}

/** The patient may say this on the phone: the last signs of the id, which are random. */
function referenceOf(submissionId: string): string {
  return submissionId.slice(-8).toUpperCase()
}
