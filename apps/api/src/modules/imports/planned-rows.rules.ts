/** Checks, plans and settles rows: in the same way in the dry run, when rows are mended, and in the import. */

import type { Found, WantedRow } from '../import-target.ts'
import { editedCells, faultsLeft } from './row-category.rules.ts'
import { checkRow, type ReadFault, type ReadySheet } from './rules/check-row.rules.ts'
import { type CheckedRowOfFile, type EarlierRow, earlierRow } from './rules/earlier-rows.rules.ts'
import { type PlannedRow, planRow } from './rules/plan.rules.ts'
import { lookedUpKeys, type SettledRow, settleRows } from './rules/settle.rules.ts'

interface RowOfFile {
  readonly row: number
  readonly cells: readonly string[]
  readonly edits: Readonly<Record<string, string>>
  readonly faults: readonly ReadFault[]
  readonly isSkipped: boolean
  readonly decision: WantedRow['decision']
}

export function checkedRow(row: RowOfFile, sheet: ReadySheet): CheckedRowOfFile {
  const { values, issues } = checkRow(editedCells(row), sheet, faultsLeft(row))
  return { row: row.row, values, issues, decision: row.decision, isSkipped: row.isSkipped }
}

/** A row with its plan, and the keys by which it looks for earlier rows. */
export interface PlannedRowOfFile {
  readonly checked: CheckedRowOfFile
  readonly planned: PlannedRow
  readonly looked: readonly string[]
}

export function plannedRows(
  rows: readonly CheckedRowOfFile[],
  found: readonly Found[],
  sheet: ReadySheet,
): PlannedRowOfFile[] {
  if (found.length !== rows.length)
    throw new Error(`${rows.length} rows were looked for, and ${found.length} answered.`)
  return rows.map((checked, at) => {
    // The lengths are equal.
    const planned = planRow(checked, found[at] as Found, sheet)
    return { checked, planned, looked: lookedUpKeys(checked.values, planned, sheet) }
  })
}

/**
 * Settles rows between which others lie. `others` has by its key the first of the other rows that offers it, wherever it
 * lies in the file.
 */
export function settledApart(
  rows: readonly PlannedRowOfFile[],
  others: ReadonlyMap<string, EarlierRow>,
  sheet: ReadySheet,
): SettledRow[] {
  const own = new Map<string, EarlierRow>()
  return rows.flatMap((one) => {
    const known = one.looked.flatMap((key) => {
      const first = firstOf(own.get(key), others.get(key))
      return first === undefined ? [] : [[key, first] as const]
    })
    const settled = settleRows([one], new Map(known), sheet)
    for (const after of settled)
      if (after.state === 'ready')
        for (const key of after.keys) if (!own.has(key)) own.set(key, earlierRow(one.checked, after))
    return settled
  })
}

function firstOf(one: EarlierRow | undefined, other: EarlierRow | undefined): EarlierRow | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return one.row < other.row ? one : other
}
