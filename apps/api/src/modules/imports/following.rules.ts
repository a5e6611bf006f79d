/** Rows about one patient of a file of appointments follow the choice of the patient at an earlier one of them. */
import type { Decision } from '@foyer/contracts/imports/imports.ts'
import type { ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import type { Values } from '../import-target.ts'
import { patientKey } from './rules/keys.rules.ts'

export interface DecidedRow {
  readonly row: number
  readonly values: Values
  readonly decision: Decision | null
}

interface Followed {
  readonly row: number
  readonly was: Decision | null
  readonly is: Decision | null
}

export class Following {
  /** By the key of the patient: the first row whose decision a person changes. */
  private readonly changed = new Map<string, Followed>()

  constructor(kind: ImportKind, before: readonly DecidedRow[], after: readonly DecidedRow[]) {
    if (kind !== 'appointments') return
    for (const [at, { row, values, decision: is }] of after.entries()) {
      const [key, was = null] = [patientKey(values), before[at]?.decision]
      if (key !== null && !isSame(was, is) && !this.changed.has(key)) this.changed.set(key, { row, was, is })
    }
  }

  /** The row with the decision of the earlier one, unless it has one of its own. */
  said<Row extends DecidedRow>(row: Row): Row {
    const followed = this.changed.get(patientKey(row.values) ?? '')
    const isFollowing = followed !== undefined && followed.row < row.row && isSame(followed.was, row.decision)
    return isFollowing ? { ...row, decision: followed.is } : row
  }
}

function isSame(one: Decision | null, other: Decision | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
