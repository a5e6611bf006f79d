import { once } from 'node:events'
import { auditLog, exportAudit } from '@foyer/contracts/main/audit-calls.ts'
import type { AuditKind } from '@foyer/contracts/main/audit-kinds.ts'
import type { Response } from 'express'
import { z } from 'zod'
import { createCursor } from '../../http/paging.ts'
import { type Route, route } from '../../http/route.ts'
import { listAudit } from './audit.store.ts'
import { csvHead, csvLine, lineOf } from './audit-csv.rules.ts'

/** The id of the last row of a page. Rows are listed by id, which is the order in which their calls began. */
const CURSOR = createCursor('audit', z.tuple([z.int()]))

/** Each page of an export is a short transaction of its own, so that a slow download holds no connection. */
const EXPORT = { page: 500, most: 100_000 }

type Asked = { readonly [Name in 'user' | 'conversationId' | 'patientId' | 'from' | 'to']?: string | undefined } & {
  readonly kind?: AuditKind | undefined
}

function filtersOf({ user = null, conversationId = null, patientId = null, kind = null, ...days }: Nullable<Asked>) {
  const { from = null, to = null } = days
  return { user, conversationId, patientId, kind, from, to }
}

type Nullable<T> = { readonly [Name in keyof T]: T[Name] | null }

export const auditRoutes: readonly Route[] = [
  route(auditLog, ({ query, organizationId, read }) => {
    const { page, limit } = query
    const [before = null] = CURSOR.read(query.cursor) ?? []
    return read(async (tx) => {
      const request = { organizationId, ...filtersOf(query), before, offset: (page - 1) * limit, limit }
      const { entries, end } = await listAudit(tx, request)
      return { code: 'ok' as const, data: entries, cursor: CURSOR.write(end) }
    })
  }),

  route(exportAudit, async ({ query, organizationId, read, res }) => {
    const request = { organizationId, ...filtersOf(query), offset: 0, limit: EXPORT.page }
    const pageBefore = (before: number | null) => read((tx) => listAudit(tx, { ...request, before }))
    // The first page is read before the answer begins, so that a refusal still has its status.
    let { entries, end } = await pageBefore(null)
    res.setHeader('Content-Type', 'text/csv; charset=utf-8')
    res.setHeader('Content-Disposition', 'attachment; filename="audit.csv"')
    res.setHeader('Cache-Control', 'private, no-store')
    res.write(csvHead)
    for (let written = 0; ; ) {
      await put(res, entries.map(csvLine).join(''))
      written += entries.length
      if (end === null || res.destroyed) break
      if (written >= EXPORT.most) {
        res.write(lineOf(['There are more entries. Choose fewer days to export them.']))
        break
      }
      ;({ entries, end } = await pageBefore(end[0]))
    }
    res.end()
    return undefined
  }),
]

/** Waits while the browser reads more slowly than the store. */
async function put(res: Response, text: string): Promise<void> {
  if (res.write(text) || res.destroyed) return
  await Promise.race([once(res, 'drain'), once(res, 'close')])
}
