/** The result of reading one cell. Each form of cell has a file of its own. */
import type { ImportValue } from '@foyer/contracts/imports/imports.ts'
import type { IssueCode } from '@foyer/contracts/imports/issues.rules.ts'

/** One thing that is wrong with a cell. */
export interface CellIssue {
  readonly code: IssueCode
  readonly message: string
  /** Cells that a person may take instead. */
  readonly offers?: readonly string[]
}

/** Without a value the cell has an error. */
export interface Reading {
  readonly value?: ImportValue
  readonly issue?: CellIssue
}

export function wrong(code: IssueCode, message: string, offers?: readonly string[]): Reading {
  return { issue: { code, message, ...(offers && { offers }) } }
}

/** The first issue is the more important one. */
export function isWrong(reading: Reading): boolean {
  return reading.value === undefined
}
