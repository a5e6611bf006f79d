import { type ImportRow, type Issue, importExample } from '@foyer/contracts/imports/imports.ts'
import { issueCodes } from '@foyer/contracts/imports/issues.rules.ts'
import { expect, test } from 'vitest'
import {
  countGroups,
  issueAt,
  noRows,
  otherIssues,
  outcomeTabs,
  reviewTabs,
  shownColumns,
  shownRows,
  startedTabs,
  withReading,
} from './rows.rules.ts'

const issue = (code: Issue['code'], column: number | null): Issue => ({
  ...{ ...issueCodes[code], code, field: null, column, message: code },
})
const row = (number: number, facts: Partial<ImportRow> = {}): ImportRow => ({
  ...{ row: number, state: 'error', cells: ['a', 'b'], values: {}, issues: [issue('no_such_date', 0)], plan: null },
  ...{ decision: null, outcome: null, ...facts },
})
const known = (asOf: number, ...rows: readonly ImportRow[]) => rows.map((one) => ({ row: one, asOf }))
const none = { mended: new Map(), pending: new Map(), refused: new Map() }

test('withReading keeps the place of a row that a colleague has settled, and adds new ones in order', () => {
  const first = withReading(noRows, known(10, row(47), row(640)), { asOf: 10, hasMore: false })
  const later = withReading(first, known(12, row(112), row(640)), { asOf: 12, hasMore: false })
  expect(shownRows(later, none).map(({ row: { row }, isGone }) => [row, isGone])).toEqual([
    [47, true],
    [112, false],
    [640, false],
  ])
})

test('withReading marks all rows as gone when a colleague has settled the last one', () => {
  const first = withReading(noRows, known(10, row(47)), { asOf: 10, hasMore: false })
  expect([...withReading(first, [], { asOf: 12, hasMore: false }).gone]).toEqual([47])
})

test('withReading says nothing of rows beyond the end of what was read', () => {
  const first = withReading(noRows, known(10, row(47), row(640)), { asOf: 10, hasMore: false })
  expect([...withReading(first, known(12, row(47)), { asOf: 12, hasMore: true }).gone]).toEqual([])
})

test('shownRows shows what was typed at once, the later of two states, and what was refused', () => {
  const kept = withReading(noRows, known(10, row(47), row(112), row(389)), { asOf: 10, hasMore: false })
  const shown = shownRows(kept, {
    mended: new Map([[112, { row: row(112, { state: 'ready', issues: [] }), asOf: 11 }]]),
    pending: new Map([[47, { row: 47, cells: { 0: 'x' } }]]),
    refused: new Map([[389, { row: 389, cells: { 1: 'y' } }]]),
  })
  expect(
    shown.map(({ row: { cells, state }, typed, isPending, isFailed }) => [cells, state, typed, isPending, isFailed]),
  ).toEqual([
    [['x', 'b'], 'error', { 0: 'x' }, true, false],
    [['a', 'b'], 'ready', {}, false, false],
    [['a', 'b'], 'error', { 1: 'y' }, false, true],
  ])
  const newer = shownRows(withReading(noRows, known(12, row(112)), { asOf: 12, hasMore: false }), {
    ...none,
    mended: new Map([[112, { row: row(112, { state: 'ready' }), asOf: 11 }]]),
  })
  expect(newer[0]?.row.state).toBe('error')
})

test('shownRows skips a row at once and takes it back', () => {
  const kept = withReading(noRows, known(10, row(47), row(48, { state: 'skipped' })), { asOf: 10, hasMore: false })
  const pending = new Map([
    [47, { row: 47, skip: true }],
    [48, { row: 48, skip: false }],
  ])
  expect(shownRows(kept, { ...none, pending }).map(({ row: { state } }) => state)).toEqual(['skipped', 'ready'])
})

const column = (index: number, field: string | null) =>
  ({ ...importExample.columns[0], index, field, header: `H${index}` }) as never

test('shownColumns takes columns with problems and those of the keys first, in the order of the file', () => {
  const fields = ['gender', 'insuranceType', 'cashPay', 'lastName', 'firstName', 'dob', 'mrn', 'email', null]
  const columns = fields.map((field, index) => column(index, field))
  const shown = (issues: readonly Issue[]) =>
    shownColumns('demographics', columns, [{ issues: [...issues] }]).map(({ field }) => field)
  expect(shown([])).toEqual(['gender', 'insuranceType', 'lastName', 'firstName', 'mrn'])
  expect(shown([issue('not_an_email', 7), issue('no_such_date', 5)])).toEqual([
    'lastName',
    'firstName',
    'dob',
    'mrn',
    'email',
  ])
})

test('issueAt prefers an error, and otherIssues are those of no shown column', () => {
  const issues = [
    issue('extension_left_out', 1),
    issue('too_few_digits', 1),
    issue('too_many_cells', null),
    issue('too_long', 9),
  ]
  expect(issueAt({ issues }, 1)?.code).toBe('too_few_digits')
  const shown = [{ index: 1, field: 'phoneNumber', label: 'Mobile phone' }]
  expect(otherIssues({ issues }, shown).map(({ code }) => code)).toEqual(['too_many_cells', 'too_long'])
})

test('reviewTabs leaves out what there is none of, but for the groups', () => {
  const told = { ...importExample, counts: { ...importExample.counts, warnings: 0 } }
  const words = (groups: Parameters<typeof reviewTabs>[1]) =>
    reviewTabs(told, groups).map(({ label, count }) => `${label} ${count}`)
  expect(words(null)).toEqual([
    'All 14',
    'Wrong format null',
    'Missing null',
    'Duplicate null',
    'New 223',
    'Updates 1609',
  ])
  expect(
    words(countGroups([row(1), row(2, { issues: [issue('missing', 0), issue('maybe_same', 1)] })])).slice(0, 4),
  ).toEqual(['All 14', 'Wrong format 1', 'Missing 1', 'Duplicate 0'])
})

test('outcomeTabs lead from each count to its rows', () => {
  const outcome = { created: 100, updated: 15, unchanged: 0, refused: 2 }
  const counts = { ...importExample.counts, errors: 3, skipped: 1 }
  expect(
    outcomeTabs({ ...importExample, outcome, counts }).map(({ label, count, show }) => [label, count, show]),
  ).toEqual([
    ['New', 100, 'create'],
    ['Updated', 15, 'update'],
    ['Refused', 2, 'refused'],
    ['Not fixed', 3, 'errors'],
    ['Skipped', 1, 'skipped'],
  ])
})

test('startedTabs keep the numbers of the plan while rows are imported', () => {
  expect(startedTabs(importExample).map(({ label, count }) => `${label} ${count}`)).toEqual([
    ...['New 223', 'Updates 1609', 'Not fixed 14'],
  ])
})
