/** The ends of a worker's steps that several of them share. */
import { fieldOf, type ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import type { Reason } from '@foyer/contracts/problem.ts'
import type { ImportChanges, KeptImport } from '../imports.store.ts'

/** The file can't be imported. Its rows and its bytes are deleted. */
export function failed(problem: string, problemReason: Reason, at: Date): ImportChanges {
  return { state: 'failed', problem, problemReason, finishedAt: at, isToClear: true }
}

/** The check failed again and again. The worker goes on trying. */
const checkFails = { problem: 'Something went wrong while the rows were checked. It is tried again.' }

/** A file that was read before failed to be read in another way, again and again. The worker goes on trying. */
const rereadingFails = { problem: 'Something went wrong while the file was read again. It is tried again.' }

/** What is told of work that fails again and again and is still tried; null for work that ends then. */
export function stillTried({ state, headerRow }: KeptImport): { readonly problem: string } | null {
  if (state === 'checking') return checkFails
  // Each reading that succeeds finds a header.
  return state === 'reading' && headerRow !== null ? rereadingFails : null
}

/** The work goes on: what was told of its failures holds no longer. */
export function goesOn({ problem }: KeptImport): ImportChanges {
  return problem === checkFails.problem || problem === rereadingFails.problem ? { problem: null } : {}
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
