/** What it means when bytes can't be put where they belong, or be looked at where they are. */
import { Refusal } from '../http/refusal.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT'])
/** This process, or all of the machine, has as many files open as it may. */
const BUSY = new Set(['EMFILE', 'ENFILE'])

const SYSTEM_WORDS: readonly (readonly [said: RegExp, code: string])[] = [
  [/no space left/i, 'ENOSPC'],
  [/quota exceeded/i, 'EDQUOT'],
  [/too many open files in system/i, 'ENFILE'],
  [/too many open files/i, 'EMFILE'],
]

/** A disk that is full, or a process that can open nothing more, is nobody's mistake, and is told in words; anything else stays what it is. */
export function storingFailure(error: unknown): unknown {
  const code = codeOf(error)
  if (FULL.has(code)) return storageFull(error)
  return BUSY.has(code) ? filesUnavailable(error) : error
}

/** The same of a file that somebody only wants to read: nothing of theirs is to be stored, whatever is full. */
export function readingFailure(error: unknown): unknown {
  const code = codeOf(error)
  return FULL.has(code) || BUSY.has(code) ? filesUnavailable(error) : error
}

/** What the system said, and no library of a file's content. */
export function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

/** The code of what a library that knows no codes tells in the system's words. */
export function codeInWords(words: string): string | undefined {
  return SYSTEM_WORDS.find(([said]) => said.test(words))?.[1]
}

export function storageFull(cause: unknown): Refusal {
  return new Refusal('storage_full', 'The file could not be stored. Try again later.', { retryAfterS: 60, cause })
}

export function filesUnavailable(cause: unknown): Refusal {
  return new Refusal('unavailable', 'Files can not be reached right now. Try again.', { retryAfterS: 5, cause })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
