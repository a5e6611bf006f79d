/** Sheets, rows and stored records for the tests of plans. */
import type { ImportColumn } from '@foyer/contracts/imports/imports.ts'
import { type ImportKind, kindOf } from '@foyer/contracts/imports/kinds.rules.ts'
import { instantAt } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { VisitTimes } from '../../import-target.ts'
import { checkRow, type ReadySheet, readySheet, type Sheet, type Values } from './check-row.rules.ts'
import type { CheckedRowOfFile, EarlierRow } from './earlier-rows.rules.ts'
import { planRow } from './plan.rules.ts'
import { lookedUpKeys, type SettledRow, settleRows } from './settle.rules.ts'
import { type Found, foundNothing, type StoredRecord } from './stored.rules.ts'

/** A sheet with a column for each field of the kind, in its order. */
export function sheetOf(kind: ImportKind, more: Partial<Sheet> = {}): ReadySheet {
  const columns = kindOf(kind).fields.map(
    ({ name, label }, index): ImportColumn => ({
      ...{ index, header: label, field: name, how: 'matched', sample: [], erase: false },
    }),
  )
  return readySheet({
    ...{ kind, matchBy: 'mrn', columns, country: 'US', zone: 'America/Chicago', today: '2026-11-24' },
    ...more,
  })
}

/** Named cells as the cells of a row. */
export function cellsOf(sheet: ReadySheet, named: Readonly<Record<string, string>>): readonly string[] {
  return sheet.columns.map(({ field }) => named[field ?? ''] ?? '')
}

export function checkedRow(
  sheet: ReadySheet,
  row: number,
  named: Readonly<Record<string, string>>,
  more: Partial<Pick<CheckedRowOfFile, 'decision' | 'isSkipped'>> = {},
): CheckedRowOfFile {
  return { row, decision: null, isSkipped: false, ...checkRow(cellsOf(sheet, named), sheet), ...more }
}

interface Around {
  readonly found?: Partial<Found>
}

export function settled(sheet: ReadySheet, row: CheckedRowOfFile, { found }: Around = {}): SettledRow {
  const [one] = planAndSettle([row], () => ({ ...foundNothing, ...found }), new Map(), sheet)
  if (one === undefined) throw new Error('The row was not settled.')
  return one
}

/** Plans rows and settles them, as the engine does with a chunk. */
export function planAndSettle(
  rows: readonly CheckedRowOfFile[],
  foundFor: (row: CheckedRowOfFile) => Found,
  earlier: ReadonlyMap<string, EarlierRow>,
  sheet: ReadySheet,
): SettledRow[] {
  const planned = rows.map((checked) => ({ checked, planned: planRow(checked, foundFor(checked), sheet) }))
  const looked = new Set(planned.flatMap((one) => lookedUpKeys(one.checked.values, one.planned, sheet)))
  // The engine has only the earlier rows that it looked up.
  const known = new Map([...earlier].filter(([key]) => looked.has(key)))
  return settleRows(planned, known, sheet)
}

export const carver: StoredRecord = {
  recordId: 'p1',
  name: 'Rosalind Carver',
  values: {
    ...{ mrn: '204-8817', lastName: 'Carver', firstName: 'Rosalind', dob: '1968-03-14', phoneNumber: '+15125550142' },
    ...{ email: 'rosalind@patients.test', gender: 'female', insuranceType: 'Blue Cross PPO', cashPay: false },
    ...{ preferredContact: 'text' },
  },
}

export const carverCells = {
  ...{ mrn: '204-8817', lastName: 'Carver', firstName: 'Rosalind', dob: '03/14/1968', phoneNumber: '(512) 555-0142' },
}

export function codesOf({ issues }: Pick<SettledRow, 'issues'>): readonly string[] {
  return issues.map(({ code }) => code)
}

export const messagesOf = ({ issues }: Pick<SettledRow, 'issues'>) => issues.map(({ message }) => message)

/** When a visit of the tests begins and ends, in Chicago. */
export function timesOf(
  [day, start]: readonly [string, string],
  [lastDay, end]: readonly [string, string],
): VisitTimes {
  const zone = 'America/Chicago'
  return { startsAt: instantAt({ day, time: start }, zone), endsAt: instantAt({ day: lastDay, time: end }, zone) }
}

/** A stored record of a kind without patients. */
export function storedRecord(recordId: string, name: string, values: Values): StoredRecord {
  return { recordId, name, values }
}
