/** Under what a list shows a row, and the cells that people see. */

import type { CountedRow } from '@foyer/contracts/imports/import-counts.rules.ts'
import type { RowState } from '@foyer/contracts/imports/import-states.rules.ts'
import type { ImportRow, Issue } from '@foyer/contracts/imports/imports.ts'
import type { ReadFault } from './rules/check-row.rules.ts'

export type RowCategory = 'create' | 'update' | 'unchanged' | 'error' | 'skipped'
type Does = NonNullable<ImportRow['plan']>['does']

export function categoryOf(state: RowState, does: Does): RowCategory {
  if (state === 'skipped') return 'skipped'
  return state === 'error' || does === 'refuse' ? 'error' : does
}

/** A checked row as the counts see it; null if it is not checked. */
export function countedRow({
  state,
  plan,
  issues,
}: {
  readonly state: RowState | null
  readonly plan: ImportRow['plan']
  readonly issues: readonly Issue[]
}): CountedRow | null {
  if (state === null || plan === null || state === 'applied' || state === 'undone') return null
  return { state, does: plan.does, hasWarning: issues.some(({ level }) => level === 'warning') }
}

/** The groups under which a list shows a row: those of its errors, and of its warnings only if it has no error. */
export function groupsOf(issues: readonly Issue[]): Issue['group'][] {
  const errors = issues.filter(({ level }) => level === 'error')
  return [...new Set((errors.length > 0 ? errors : issues).map(({ group }) => group))]
}

interface Edited {
  readonly cells: readonly string[]
  readonly edits: Readonly<Record<string, string>>
  readonly faults: readonly ReadFault[]
}

/** The cells with the edits of people; an edited cell has no fault of the reader any more. */
export function editedCells({ cells, edits }: Pick<Edited, 'cells' | 'edits'>): string[] {
  const changed = new Map(Object.entries(edits).map(([index, cell]) => [Number(index), cell]))
  const length = Math.max(cells.length, ...[...changed.keys()].map((index) => index + 1))
  return Array.from({ length }, (_, index) => changed.get(index) ?? cells[index] ?? '')
}

export function faultsLeft({ edits, faults }: Pick<Edited, 'edits' | 'faults'>): ReadFault[] {
  return faults.filter(({ column }) => edits[String(column)] === undefined)
}
