/** What it means when bytes can't be put where they belong, or be looked at where they are. */
import { Refusal } from '../http/refusal.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT'])
/** This process, or all of the machine, has as many files open as it may. */
const BUSY = new Set(['EMFILE', 'ENFILE'])

/** A disk that is full, or a process that can open nothing more, is nobody's mistake, and is told in words; anything else stays what it is. */
export function storingFailure(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (FULL.has(code)) return storageFull()
  return BUSY.has(code) ? filesUnavailable() : error
}

/** What the system said, and no library of a file's content. */
export function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

export function storageFull(): Refusal {
  return new Refusal('storage_full', 'The file could not be stored. Try again later.', { retryAfterS: 60 })
}

export function filesUnavailable(): Refusal {
  return new Refusal('unavailable', 'Files can not be reached right now. Try again.', { retryAfterS: 5 })
}
