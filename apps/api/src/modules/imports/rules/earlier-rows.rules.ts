/** The rows of a file before a row, which may mean the same record or the same patient. */
import type { Decision, Issue } from '@foyer/contracts/imports/imports.ts'
import type { Values } from './check-row.rules.ts'
import type { Candidate } from './identify.rules.ts'

export interface CheckedRowOfFile {
  readonly row: number
  readonly values: Values
  /** Those of its cells alone. */
  readonly issues: readonly Issue[]
  readonly decision: Decision | null
  readonly isSkipped: boolean
}

/** An earlier row of the file that is imported, with its values. */
export interface EarlierRow {
  readonly row: number
  readonly values: Values
  /** The record that a person chose for it; null without a choice. */
  readonly chosen: Candidate | null
}

export function earlierRow(
  { row, values, decision }: Pick<CheckedRowOfFile, 'row' | 'values' | 'decision'>,
  { plan }: { readonly plan: { readonly name: string } },
): EarlierRow {
  const isChosen = decision !== null && decision !== 'new'
  return { row, values, chosen: isChosen ? { recordId: decision.same, name: plan.name } : null }
}

export function rowBefore(
  earlier: ReadonlyMap<string, EarlierRow>,
  key: string,
  { row }: Pick<CheckedRowOfFile, 'row'>,
): EarlierRow | undefined {
  const found = earlier.get(key)
  return found !== undefined && found.row < row ? found : undefined
}
