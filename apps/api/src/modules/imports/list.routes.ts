/** Lists imports and their rows, and offers a template. */
import * as calls from '@foyer/contracts/imports/import-calls.ts'
import { ROW_NUMBER_MAX } from '@foyer/contracts/imports/limits.rules.ts'
import { importRows } from '@foyer/contracts/imports/row-calls.ts'
import { z } from 'zod'
import { pageOf } from '../../db/keyset.ts'
import { readHead } from '../../events/append.ts'
import { createCursor, positionCursor } from '../../http/paging.ts'
import { notFound } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import { findImport, listImports, shownImport } from './imports.store.ts'
import { listRows } from './row-list.store.ts'
import { sendSheet } from './send-sheet.ts'
import { templateRows } from './template.rules.ts'

const IMPORTS = positionCursor('imports')
/** The number of the page's last row. */
const ROWS = createCursor('import rows', z.tuple([z.int().nonnegative().max(ROW_NUMBER_MAX)]))

export const listRoutes: readonly Route[] = [
  route(calls.imports, ({ query, organizationId, read }) => {
    const { kind, limit } = query
    const after = IMPORTS.read(query.cursor)
    return read(async (tx) => {
      const [{ seq, epoch }, { imports: data, end }] = await Promise.all([
        readHead(tx, organizationId),
        listImports(tx, { organizationId, kind, after, limit }),
      ])
      return { code: 'ok' as const, data, asOf: seq, epoch, cursor: IMPORTS.write(end) }
    })
  }),

  route(calls.importOne, ({ query: { importId }, organizationId, read }) =>
    read(async (tx) => {
      const [{ seq, epoch }, kept] = await Promise.all([
        readHead(tx, organizationId),
        findImport(tx, { organizationId, importId }),
      ])
      if (!kept) throw notFound()
      return { code: 'ok' as const, data: shownImport(kept), asOf: seq, epoch }
    }),
  ),

  route(calls.importTemplate, async ({ query: { kind }, audit, check, res }) => {
    await check()
    await audit()
    await sendSheet(res, { name: `${kind}-template`, format: 'xlsx', rows: templateRows(kind) })
    return undefined
  }),

  route(importRows, ({ query, organizationId, read }) => {
    const { importId, show, group, limit } = query
    const [after] = ROWS.read(query.cursor) ?? [0]
    return read(async (tx) => {
      const [{ seq, epoch }, kept] = await Promise.all([
        readHead(tx, organizationId),
        findImport(tx, { organizationId, importId }),
      ])
      if (!kept) throw notFound()
      // While a file is read anew its rows are the former ones, and those of a discarded one are about to go.
      const isShown = kept.state !== 'reading' && !kept.isToClear
      const found = isShown ? await listRows(tx, kept, { show, group, after, limit }) : []
      const { shown, end } = pageOf(found, limit, ({ row }): [number] => [row])
      return { code: 'ok' as const, data: [...shown], asOf: seq, epoch, cursor: ROWS.write(end) }
    })
  }),
]
