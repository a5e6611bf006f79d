import { expect, test } from 'vitest'
import { currentRows, lastPage, rangeWords } from './kept-page.rules.ts'

interface Row {
  readonly _id: string
  readonly word: string
}
const row = (_id: string, word = 'first'): Row => ({ _id, word })
const rows = [row('a'), row('b'), row('c')]
const page = (part: { page?: number; total?: number; more?: boolean; rows?: Row[] } = {}) => {
  const shown = part.rows ?? rows
  const reading = { total: shown.length, more: false, asOf: 10, ...part, order: shown.map(({ _id }) => _id) }
  return { asked: { page: part.page ?? 1 }, reading, rows: shown }
}
const byId = (...newest: Row[]) => new Map(newest.map((one) => [one._id, one]))

test('currentRows shows the newest state of each row in the order of the reading', () => {
  expect(currentRows(page(), byId(row('c', 'later'), row('a', 'later')))).toEqual([
    row('a', 'later'),
    row('b'),
    row('c', 'later'),
  ])
})

test('currentRows leaves out a row that the reading does not have', () => {
  expect(currentRows(page(), byId(...rows, row('d')))).toEqual(rows)
})

test('currentRows returns the same rows when nothing changed', () => {
  const shown = page()
  expect(currentRows(shown, byId(...rows))).toBe(shown.rows)
})

test('rangeWords counts from the first row of the page', () => {
  expect(rangeWords(page({ total: 48 }))).toBe('1–3 of 48')
  expect(rangeWords(page({ page: 3, total: 1_000, more: true }))).toBe('21–23 of more than 1,000')
})

test('lastPage names the page that exists when the asked one is empty', () => {
  expect([lastPage(page()), lastPage(page({ page: 9, rows: [], total: 48 }))]).toEqual([null, 5])
  expect(lastPage(page({ page: 2, rows: [] }))).toBe(1)
})
