/** The tabs of a chart: conversations, visits and files of a patient, and the people who share the number. */
import * as calls from '@foyer/contracts/patients/chart-calls.ts'
import type { Tx } from '../../db/tx.ts'
import { readHead } from '../../events/append.ts'
import { positionCursor } from '../../http/paging.ts'
import { notFound } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { findNumber } from '../patients/patients.ts'
import { listConversations, listFiles, listVisits, readHousehold } from './belongings.store.ts'

const CONVERSATIONS_CURSOR = positionCursor('conversations of a patient')
const VISITS_CURSOR = positionCursor('visits of a patient')
const FILES_CURSOR = positionCursor('files of a patient')

export function belongingRoutes({ clock }: Pick<Services, 'clock'>): Route[] {
  return [
    route(calls.patientConversations, ({ params: { id }, query: { limit, cursor }, organizationId, read }) => {
      const after = CONVERSATIONS_CURSOR.read(cursor)
      return read(async (tx) => {
        const { head, ...whose } = await readWhose(tx, organizationId, id)
        const { data, end } = await listConversations(tx, { ...whose, after, limit, now: clock.now() })
        return { code: 'ok' as const, data, ...head, cursor: CONVERSATIONS_CURSOR.write(end) }
      })
    }),

    route(calls.patientVisits, ({ params: { id }, query: { limit, cursor }, organizationId, read }) => {
      const after = VISITS_CURSOR.read(cursor)
      return read(async (tx) => {
        const { head, ...whose } = await readWhose(tx, organizationId, id)
        const { data, end } = await listVisits(tx, { ...whose, after, limit })
        return { code: 'ok' as const, data, ...head, cursor: VISITS_CURSOR.write(end) }
      })
    }),

    route(calls.patientFiles, ({ params: { id }, query: { limit, cursor }, organizationId, read }) => {
      const after = FILES_CURSOR.read(cursor)
      return read(async (tx) => {
        const { head, ...whose } = await readWhose(tx, organizationId, id)
        const { data, end } = await listFiles(tx, { ...whose, after, limit })
        return { code: 'ok' as const, data, ...head, cursor: FILES_CURSOR.write(end) }
      })
    }),

    route(calls.patientHousehold, ({ params: { id }, organizationId, read }) =>
      read(async (tx) => {
        const { head, ...whose } = await readWhose(tx, organizationId, id)
        const data = { phoneNumber: whose.phoneNumber, ...(await readHousehold(tx, whose)) }
        return { code: 'ok' as const, data, ...head }
      }),
    ),
  ]
}

/** The head of the log and the patient's number; 404 if the organization has no such patient. */
async function readWhose(tx: Tx, organizationId: string, patientId: string) {
  const [{ seq, epoch }, patient] = await Promise.all([
    readHead(tx, organizationId),
    findNumber(tx, organizationId, patientId),
  ])
  if (!patient) throw notFound()
  return { organizationId, patientId, phoneNumber: patient.phoneNumber, head: { asOf: seq, epoch } }
}
