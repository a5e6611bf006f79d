/** The ends of a worker's steps that several of them share. */
import { fieldOf, type ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import type { Reason } from '@foyer/contracts/problem.ts'
import type { ImportChanges, KeptImport } from '../imports.store.ts'

/** The file can't be imported. Its rows and its bytes are deleted. */
export function failed(problem: string, problemReason: Reason, at: Date): ImportChanges {
  return { state: 'failed', problem, problemReason, finishedAt: at, isToClear: true }
}

/** The check failed again and again. The worker goes on trying. */
export const checkFails = { problem: 'Something went wrong while the rows were checked. It is tried again.' }

/** The check goes on: what was told of its failures holds no longer. */
export function checkGoesOn({ problem }: KeptImport): ImportChanges {
  return problem === checkFails.problem ? { problem: null } : {}
}

/** No column gives the fields by which rows find their records. */
export function unmatched(kind: ImportKind, missing: readonly string[], at: Date): ImportChanges {
  const labels = missing.map((name) => fieldOf(kind, name)?.label ?? name)
  return failed(`No column is the ${labels.join(' or the ')}.`, 'unmatched_columns', at)
}

/** A direct import starts by itself, with the numbers of its check. */
export function startedBySelf({ createdBy, counts }: KeptImport, at: Date): ImportChanges {
  const { ready, errors, skipped } = counts
  return { state: 'importing', startedBy: createdBy, startedAt: at, expected: { ready, errors, skipped } }
}
