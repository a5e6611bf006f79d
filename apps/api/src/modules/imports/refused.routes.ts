/** The rows that an import leaves out, as a file to mend and upload again. */
import { refusedImportRows } from '@foyer/contracts/imports/row-calls.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import { conflict } from './conflict.rules.ts'
import { findImport, type KeptImport } from './imports.store.ts'
import { type LeftOut, listLeftOut, problemWords, widestLeftOut } from './left-out.store.ts'
import { sendSheet } from './send-sheet.ts'

/** Each page is a short transaction of its own, so that a slow download holds no connection. */
const PAGE = 500
const LANE = 'search'

export const refusedRoutes: readonly Route[] = [
  route(refusedImportRows, async ({ query: { importId, format }, organizationId, read, res }) => {
    const about = { organizationId, importId }
    const pageAfter = (after: number) =>
      read(async (tx) => {
        const [kept, page] = await Promise.all([findImport(tx, about), listLeftOut(tx, about, { after, limit: PAGE })])
        assertChecked(kept)
        return page
      }, LANE)
    const { kept, widest, first } = await read(async (tx) => {
      const [kept, widest, first] = await Promise.all([
        findImport(tx, about),
        widestLeftOut(tx, about),
        listLeftOut(tx, about, { after: 0, limit: PAGE }),
      ])
      return { kept: assertChecked(kept), widest, first }
    }, LANE)
    const headers = kept.columns.map(({ header }) => header)
    const rows = sheetRows({ headers, width: Math.max(headers.length, widest), first }, pageAfter)
    const name = `${kept.fileName.replace(/\.[^.]*$/, '')}-to-mend`
    await sendSheet(res, { name, format, rows })
    return undefined
  }),
]

/** Until all rows are checked, and after they were deleted, a file of some of them would look like one of all. */
function assertChecked(kept: KeptImport | undefined): KeptImport {
  if (!kept) throw notFound()
  if (kept.isToClear || kept.clearedAt !== null) throw new Refusal('conflict', 'Its rows are no longer kept.')
  if (kept.state === 'reading' || kept.state === 'checking') throw conflict(kept.state)
  return kept
}

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
