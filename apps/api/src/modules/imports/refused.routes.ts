/** The rows that an import leaves out, as a file to mend and upload again. */
import { refusedImportRows } from '@foyer/contracts/imports/row-calls.ts'
import { notFound } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import { findImport } from './imports.store.ts'
import { type LeftOut, listLeftOut, problemWords, widestLeftOut } from './left-out.store.ts'
import { sendSheet } from './send-sheet.ts'

/** Each page is a short transaction of its own, so that a slow download holds no connection. */
const PAGE = 500
const LANE = 'search'

export const refusedRoutes: readonly Route[] = [
  route(refusedImportRows, async ({ query: { importId, format }, organizationId, read, res }) => {
    const about = { organizationId, importId }
    const found = await read(async (tx) => {
      const [kept, widest, page] = await Promise.all([
        findImport(tx, about),
        widestLeftOut(tx, about),
        listLeftOut(tx, about, { after: 0, limit: PAGE }),
      ])
      return { kept, widest, page }
    }, LANE)
    if (!found.kept || found.kept.isToClear) throw notFound()
    const headers = found.kept.columns.map(({ header }) => header)
    const width = Math.max(headers.length, found.widest)
    const rows = sheetRows({ headers, width, first: found.page }, (after) =>
      read((tx) => listLeftOut(tx, about, { after, limit: PAGE }), LANE),
    )
    const name = `${found.kept.fileName.replace(/\.[^.]*$/, '')}-to-mend`
    await sendSheet(res, { name, format, rows })
    return undefined
  }),
]

interface Left {
  readonly headers: readonly string[]
  readonly width: number
  readonly first: readonly LeftOut[]
}

async function* sheetRows(
  { headers, width, first }: Left,
  pageAfter: (row: number) => Promise<readonly LeftOut[]>,
): AsyncGenerator<readonly string[], void> {
  const filled = (cells: readonly string[]) => Array.from({ length: width }, (_, index) => cells[index] ?? '')
  yield [...filled(headers), 'Problem']
  for (let page = first; page.length > 0; ) {
    for (const left of page) yield [...filled(left.cells), problemWords(left)]
    const last = page.at(-1)
    page = page.length < PAGE || last === undefined ? [] : await pageAfter(last.row)
  }
}
