import * as calls from '@foyer/contracts/patients/children-calls.ts'
import { readHead } from '../../../events/append.ts'
import { type Route, route } from '../../../http/route.ts'
import { listNewestConversations, listNewestVisits } from './children.store.ts'

/** The newest conversations and visits of many patients, for lists; a patient who is not found has none. */
export function childrenRoutes(): Route[] {
  return [
    route(calls.newestConversations, ({ query: { patientIds }, organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, data] = await Promise.all([
          readHead(tx, organizationId),
          listNewestConversations(tx, { organizationId, patientIds }),
        ])
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),

    route(calls.newestVisits, ({ query: { patientIds, limit }, organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, data] = await Promise.all([
          readHead(tx, organizationId),
          listNewestVisits(tx, { organizationId, patientIds, limit }),
        ])
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),
  ]
}
