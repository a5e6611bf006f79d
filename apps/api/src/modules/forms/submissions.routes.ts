/** Lists, opens, files, finishes and releases what patients sent by forms. */

import { answeredOf, type ResponseItem } from '@foyer/contracts/forms/answers.rules.ts'
import type { FormSubmission } from '@foyer/contracts/forms/form.ts'
import * as calls from '@foyer/contracts/forms/submission-calls.ts'
import type { Tx } from '../../db/tx.ts'
import { readHead } from '../../events/append.ts'
import { positionCursor } from '../../http/paging.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { findNewestOfPatient } from '../conversations/conversations.ts'
import { findOwner } from '../patients/patients.ts'
import { findForm } from './forms.store.ts'
import { fileRequest, moveRequest, requestByForm } from './service-requests.ts'
import { changeSubmission, findSubmission, listSubmissions, lockSubmission } from './submissions.store.ts'
import { telling } from './tell-inbox.ts'

const CURSOR = positionCursor('form submissions')

export function submissionRoutes({ clock }: Pick<Services, 'clock'>): Route[] {
  return [
    route(calls.formSubmissions, ({ query, organizationId, read }) => {
      const { formId, state, startDate, endDate, limit } = query
      const after = CURSOR.read(query.cursor)
      return read(async (tx) => {
        const [{ seq, epoch }, { submissions: data, end }] = await Promise.all([
          readHead(tx, organizationId),
          listSubmissions(tx, { organizationId, formId, state, startDate, endDate, after, limit }),
        ])
        return { code: 'ok' as const, data, asOf: seq, epoch, cursor: CURSOR.write(end) }
      })
    }),

    route(calls.formSubmission, ({ query: { submissionId }, organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, found] = await Promise.all([
          readHead(tx, organizationId),
          findSubmission(tx, organizationId, submissionId),
        ])
        if (!found) throw notFound()
        const { submission, response } = found
        const { item = [] } = response as { item?: readonly ResponseItem[] }
        const data = { ...submission, answers: answeredOf(item), response: response as Record<string, unknown> }
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),

    route(calls.assignFormSubmission, ({ body: { submissionId, patientId }, organizationId, write }) =>
      write(async (tx) => {
        const before = await lockOrRefuse(tx, organizationId, submissionId)
        const [filed, form] = await Promise.all([
          patientId === null ? NOWHERE : filedUnder(tx, organizationId, patientId),
          findForm(tx, organizationId, before.formId),
        ])
        const at = clock.now()
        if (before.patientId === patientId)
          return { code: 'ok' as const, ...(await changeSubmission(tx, before, { changes: null, at })) }
        const changes = { ...filed, suggestion: null }
        // The submission is a request already, so its conversation does not become one.
        const shown = form && { ...form, requestType: null }
        const told = shown && (await telling(tx, { form: shown, submission: { ...before, ...changes }, now: at }))
        fileRequest(tx, before, patientId)
        return { code: 'ok' as const, ...(await changeSubmission(tx, before, { changes, at, also: told?.changes })) }
      }),
    ),

    route(calls.finishFormSubmission, ({ body: { submissionId, done }, caller, organizationId, write }) =>
      write(async (tx) => {
        const before = await lockOrRefuse(tx, organizationId, submissionId)
        if (before.state === 'held') throw new Refusal('conflict', 'Release it first.')
        const at = clock.now()
        const [state, doneAt, doneBy] = done ? ['done', at.toISOString(), caller.userId] : ['new', null, null]
        const changes = before.state === state ? null : { state: state as FormSubmission['state'], doneAt, doneBy }
        if (changes !== null) moveRequest(tx, before, { done, at })
        return { code: 'ok' as const, ...(await changeSubmission(tx, before, { changes, at })) }
      }),
    ),

    route(calls.releaseFormSubmission, ({ body: { submissionId }, organizationId, write }) =>
      write(async (tx) => {
        const before = await lockOrRefuse(tx, organizationId, submissionId)
        const at = clock.now()
        if (before.state !== 'held')
          return { code: 'ok' as const, ...(await changeSubmission(tx, before, { changes: null, at })) }
        const changes = { state: 'new', heldFor: null } as const
        const form = await findForm(tx, organizationId, before.formId)
        const told = form && (await telling(tx, { form, submission: { ...before, ...changes }, now: at }))
        if (form && !told?.isRequest) requestByForm(tx, form, before)
        return { code: 'ok' as const, ...(await changeSubmission(tx, before, { changes, at, also: told?.changes })) }
      }),
    ),
  ]
}

const NOWHERE = { patientId: null, patientName: null, conversationId: null }

async function filedUnder(tx: Tx, organizationId: string, patientId: string) {
  const [{ name }, conversationId] = await Promise.all([
    findOwner(tx, organizationId, patientId),
    findNewestOfPatient(tx, organizationId, patientId),
  ])
  return { patientId, patientName: name, conversationId }
}

async function lockOrRefuse(tx: Tx, organizationId: string, id: string): Promise<FormSubmission> {
  const submission = await lockSubmission(tx, organizationId, id)
  if (!submission) throw notFound()
  return submission
}
