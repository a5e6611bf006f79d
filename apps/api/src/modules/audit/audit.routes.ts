import { auditLog } from '@foyer/contracts/main/audit-calls.ts'
import { z } from 'zod'
import { createCursor } from '../../http/paging.ts'
import { type Route, route } from '../../http/route.ts'
import { listAudit } from './audit.store.ts'

/** The id of the last row of a page. Rows are listed by id, which is the order in which their calls began. */
const CURSOR = createCursor('audit', z.tuple([z.int()]))

export const auditRoutes: readonly Route[] = [
  route(auditLog, ({ query, organizationId, read }) => {
    const { page, limit, user = null, conversationId = null, patientId = null, from = null, to = null } = query
    const filters = { user, conversationId, patientId, from, to }
    const [before = null] = CURSOR.read(query.cursor) ?? []
    return read(async (tx) => {
      const request = { organizationId, ...filters, before, offset: (page - 1) * limit, limit }
      const { entries, end } = await listAudit(tx, request)
      return { code: 'ok' as const, data: entries, cursor: CURSOR.write(end) }
    })
  }),
]
