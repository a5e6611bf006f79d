/** What it means when bytes can't be put where they belong. */
import { Refusal } from '../http/refusal.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT'])

/** A disk that is full is nobody's mistake here, and is told in words; anything else stays what it is. */
export function storingFailure(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && FULL.has(code) ? storageFull() : error
}

export function storageFull(): Refusal {
  return new Refusal('storage_full', 'The file could not be stored. Try again later.', { retryAfterS: 60 })
}
