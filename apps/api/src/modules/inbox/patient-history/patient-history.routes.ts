import * as calls from '@foyer/contracts/inbox/patient-history-calls.ts'
import type { Tx } from '../../../db/tx.ts'
import { readHead } from '../../../events/append.ts'
import { positionCursor } from '../../../http/paging.ts'
import { Refusal } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import { readClinic } from '../../organizations/organizations.ts'
import { findOwner } from '../../patients/patients.ts'
import { type HistoryRequest, offsetOf } from './patient-history.rules.ts'
import { listHistory } from './patient-history.store.ts'

/** More than anybody reads at once; the other call pages through all of it. */
const NEWEST = 1000

const CURSOR = positionCursor('history')

export function patientHistoryRoutes(): Route[] {
  return [
    route(calls.patientMessages, ({ query: { patientId }, organizationId, read }) =>
      read(async (tx) => {
        const { seq, epoch, messages } = await readHistory(tx, {
          ...{ organizationId, patientId, channels: [], from: null, to: null },
          ...{ order: 'newest', after: null, offset: 0, limit: NEWEST },
        })
        return { code: 'ok' as const, data: messages.reverse(), asOf: seq, epoch }
      }),
    ),

    route(calls.patientConversation, ({ query: asked, organizationId, read }) => {
      const { query, sort, limit } = asked
      if (query.organizationId !== undefined && query.organizationId !== organizationId)
        throw new Refusal('org_mismatch', 'The call names two organizations.')
      const after = CURSOR.read(asked.cursor)
      return read(async (tx) => {
        const { seq, epoch, messages, end } = await readHistory(tx, {
          organizationId,
          patientId: query.patientId,
          channels: [query.type, query.communicationChannel].filter((channel) => channel !== undefined),
          from: query.createdAt?.from ?? null,
          to: query.createdAt?.to ?? null,
          order: sort === 'createdAt' ? 'oldest' : 'newest',
          after,
          offset: after === null ? offsetOf(asked) : 0,
          limit,
        })
        return { code: 'ok' as const, data: messages, asOf: seq, epoch, cursor: CURSOR.write(end) }
      })
    }),
  ]
}

async function readHistory(tx: Tx, asked: Omit<HistoryRequest, 'timezone'>) {
  const { organizationId, patientId } = asked
  const { seq, epoch } = await readHead(tx, organizationId)
  const { timezone } = await readClinic(tx, organizationId)
  const [, page] = await Promise.all([
    findOwner(tx, organizationId, patientId),
    listHistory(tx, { ...asked, timezone }),
  ])
  return { seq, epoch, ...page }
}
