/** Why the campaign can't be launched now. */
import type { Shown } from './use-shown.ts'

interface Readiness {
  /** Why nothing is launched while offline; undefined while online. */
  readonly offline: string | undefined
  readonly isComplete: boolean
  readonly isBarred: boolean
  readonly count: number | null
  readonly keeping: Shown['keeping']
  readonly counting: Shown['counting']
}

/** The first reason; undefined where it can be launched. */
export function whyNot({ offline, isComplete, isBarred, count, keeping, counting }: Readiness): string | undefined {
  if (offline !== undefined) return offline
  if (keeping === 'conflict') return 'Choose whose version is kept first.'
  if (!isComplete) return 'Something is missing.'
  if (isBarred) return 'The words have a problem.'
  if (counting === 'failed') return 'The patients were not counted. Count again first.'
  if (count === null) return 'The patients are being counted.'
  if (count === 0) return 'Nobody would get this.'
  return keeping === 'saving' ? 'It is being saved.' : undefined
}
