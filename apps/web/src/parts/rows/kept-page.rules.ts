/**
 * A page of a list that is paged by number. It keeps the rows and the order of its reading until the page changes: a row
 * that no longer fits stays with its new words, and a new one waits to be shown, so that nothing moves under the pointer.
 */

/** [OPEN-064] */
export const PAGE_ROWS = 10

/** The facts of one reading beside its rows. */
export interface PageReading {
  /** The ids of the page's rows, in order. */
  readonly order: readonly string[]
  readonly total: number
  /** There are more than `total`. */
  readonly more: boolean
  readonly asOf: number
}

/** The page on the screen. */
export interface KeptPage<Row, Asked extends { readonly page: number }, Reading extends PageReading> {
  readonly asked: Asked
  readonly reading: Reading
  readonly rows: readonly Row[]
}

/** The rows of the reading in their newest state. A row that a later reading no longer has keeps its last state. */
export function currentRows<Row extends { readonly _id: string }>(
  { rows: shown, reading }: { readonly rows: readonly Row[]; readonly reading: PageReading },
  newest: ReadonlyMap<string, Row>,
): readonly Row[] {
  const before = new Map(shown.map((row) => [row._id, row]))
  const rows = reading.order.flatMap((id) => newest.get(id) ?? before.get(id) ?? [])
  const isSame = rows.length === shown.length && rows.every((row, place) => row === shown[place])
  return isSame ? shown : rows
}

type Numbered = KeptPage<unknown, { readonly page: number }, PageReading>

/** "1–10 of 48", "11–20 of more than 1,000" */
export function rangeWords({ asked: { page }, reading: { total, more, order } }: Numbered): string {
  const first = (page - 1) * PAGE_ROWS + 1
  const all = total.toLocaleString('en-US')
  return `${first}–${first + order.length - 1} of ${more ? `more than ${all}` : all}`
}

/** The last page, for a page that no longer exists; null where it does. */
export function lastPage({ asked: { page }, reading: { total, order } }: Numbered): number | null {
  if (page === 1 || order.length > 0) return null
  return Math.max(1, Math.ceil(total / PAGE_ROWS))
}
