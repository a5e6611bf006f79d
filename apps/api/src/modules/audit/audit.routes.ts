import { auditLog } from '@foyer/contracts/main/audit-calls.ts'
import { type Route, route } from '../../http/route.ts'
import { cursorOf, idBefore } from './audit.rules.ts'
import { listAudit } from './audit.store.ts'

export const auditRoutes: readonly Route[] = [
  route(auditLog, ({ query, organizationId, read }) => {
    const { page, limit, cursor, user = null, conversationId = null, patientId = null, from = null, to = null } = query
    const filters = { user, conversationId, patientId, from, to }
    const before = idBefore(cursor)
    return read(async (tx) => {
      const request = { organizationId, ...filters, before, offset: (page - 1) * limit, limit }
      const { entries, end } = await listAudit(tx, request)
      return { code: 'ok' as const, data: entries, cursor: end === null ? null : cursorOf(end) }
    })
  }),
]
