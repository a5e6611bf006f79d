/** Lists, brings in, changes and opens forms, and makes personal links to them. */
import { randomBytes, randomInt } from 'node:crypto'
import * as calls from '@foyer/contracts/forms/form-calls.ts'
import { flatItems, isQuestion, readQuestionnaire } from '@foyer/contracts/forms/questionnaire.rules.ts'
import { readHead } from '../../events/append.ts'
import { positionCursor } from '../../http/paging.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { findOwner } from '../patients/patients.ts'
import { formAddress, newFormId, type Random } from './form-address.rules.ts'
import { digestOf } from './form-token.ts'
import { findForm, listForms, lockForm, readQuestions, saveForm, shownForm } from './forms.store.ts'
import { addLink } from './intake.store.ts'
import { questionsOf } from './questions.rules.ts'

const CURSOR = positionCursor('forms')
const LINK_MS = 14 * 24 * 3_600_000

type Parts = Pick<Services, 'clock' | 'config'>

export function formRoutes({ clock, config }: Parts, random: Random = (below) => randomInt(below)): Route[] {
  const { publicUrl } = config
  return [
    route(calls.forms, ({ query, organizationId, read }) => {
      const after = CURSOR.read(query.cursor)
      return read(async (tx) => {
        const [{ seq, epoch }, { forms, end }] = await Promise.all([
          readHead(tx, organizationId),
          listForms(tx, organizationId, { after, limit: query.limit }),
        ])
        const data = forms.map((form) => shownForm(form, publicUrl))
        return { code: 'ok' as const, data, asOf: seq, epoch, cursor: CURSOR.write(end) }
      })
    }),

    route(calls.form, ({ query: { formId }, organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, form] = await Promise.all([
          readHead(tx, organizationId),
          findForm(tx, organizationId, formId),
        ])
        if (!form) throw notFound()
        const kept = await readQuestions(tx, { organizationId, formId, revision: form.revision })
        const { items } = readQuestionnaire(kept)
        const questionnaire = kept as Record<string, unknown>
        const data = { ...shownForm(form, publicUrl), items: questionsOf(items), questionnaire }
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),

    route(calls.createForm, ({ body, caller, organizationId, write }) => {
      const read = readable(body.questionnaire)
      const { questionnaire, requestType, tellsInbox, listed, state } = body
      const now = clock.now()
      const form = {
        ...{ _id: newFormId(random), organizationId, ...read, state, requestType, tellsInbox, listed, revision: 1 },
        ...{ createdAt: now.toISOString(), createdBy: caller.userId, version: 0 },
      }
      return write(async (tx) => ({
        code: 'ok' as const,
        ...(await saveForm(tx, { form, at: now, publicUrl, questionnaire })),
      }))
    }),

    route(calls.updateForm, ({ body, organizationId, write }) => {
      const { formId, questionnaire, seenRevision, requestType, tellsInbox, listed } = body
      const read = questionnaire && readable(questionnaire)
      return write(async (tx) => {
        const before = await lockForm(tx, organizationId, formId)
        if (!before) throw notFound()
        if (seenRevision !== undefined && seenRevision !== before.revision)
          throw new Refusal('stale', 'Someone changed this form meanwhile.', { data: shownForm(before, publicUrl) })
        const revision = before.revision + (read ? 1 : 0)
        const form = {
          ...{
            ...before,
            ...read,
            revision,
            requestType: requestType === undefined ? before.requestType : requestType,
          },
          ...{ tellsInbox: tellsInbox ?? before.tellsInbox, listed: listed ?? before.listed },
        }
        const isChanged = (Object.keys(form) as (keyof typeof form)[]).some((key) => form[key] !== before[key])
        if (!isChanged) return unchanged(await readHead(tx, organizationId), shownForm(before, publicUrl))
        return { code: 'ok' as const, ...(await saveForm(tx, { form, at: clock.now(), publicUrl, questionnaire })) }
      })
    }),

    route(calls.setFormState, ({ body: { formId, state }, organizationId, write }) =>
      write(async (tx) => {
        const before = await lockForm(tx, organizationId, formId)
        if (!before) throw notFound()
        if (before.state === state) return unchanged(await readHead(tx, organizationId), shownForm(before, publicUrl))
        const form = { ...before, state }
        return { code: 'ok' as const, ...(await saveForm(tx, { form, at: clock.now(), publicUrl })) }
      }),
    ),

    route(calls.createFormLink, ({ body: { formId, patientId }, caller, organizationId, write }) =>
      write(async (tx) => {
        const form = await findForm(tx, organizationId, formId)
        if (!form) throw notFound()
        if (form.state !== 'active') throw new Refusal('conflict', 'The form is not open.')
        await findOwner(tx, organizationId, patientId)
        const token = randomBytes(24).toString('base64url')
        const expiresAt = new Date(clock.now().getTime() + LINK_MS)
        const digest = digestOf('link', token)
        await addLink(tx, { organizationId, digest, formId, patientId, createdBy: caller.userId, expiresAt })
        const url = `${formAddress(publicUrl, formId)}?t=${token}`
        return { code: 'ok' as const, data: { url, expiresAt: expiresAt.toISOString() } }
      }),
    ),
  ]
}

function unchanged<Data>({ seq, epoch }: { seq: number; epoch: string }, data: Data) {
  return { code: 'ok' as const, data, asOf: seq, epoch }
}

/** Refuses a questionnaire that asks what a form can't show, with each item and why. */
function readable(questionnaire: object): { title: string; intro: string; questions: number } {
  const { title, intro, items, problems } = readQuestionnaire(questionnaire)
  if (problems.length > 0)
    throw new Refusal('unsupported_form', 'This form asks what can not be shown.', {
      data: { items: problems.slice(0, 100) },
    })
  return { title, intro, questions: flatItems(items).filter(({ item }) => isQuestion(item)).length }
}
