/** Sheets, rows and stored records for the tests of plans. */
import type { ImportColumn } from '@foyer/contracts/imports/imports.ts'
import { type ImportKind, kindOf } from '@foyer/contracts/imports/kinds.rules.ts'
import { checkRow, type ReadySheet, readySheet, type Sheet, type Values } from './check-row.rules.ts'
import { planRow } from './plan.rules.ts'
import { type CheckedRowOfFile, type EarlierRow, type SettledRow, settleRow } from './settle.rules.ts'
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
  readonly earlier?: ReadonlyMap<string, EarlierRow>
}

export function settled(sheet: ReadySheet, row: CheckedRowOfFile, { found, earlier }: Around = {}): SettledRow {
  const planned = planRow(row, { ...foundNothing, ...found }, sheet)
  return settleRow(row, planned, earlier ?? new Map(), sheet)
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

/** A stored record of a kind without patients. */
export function storedRecord(recordId: string, name: string, values: Values): StoredRecord {
  return { recordId, name, values }
}
