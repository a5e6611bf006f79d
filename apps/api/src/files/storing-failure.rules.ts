/** Maps file system errors to refusals. */
import { Refusal } from '../http/refusal.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT'])
/** The process or the machine has reached its limit of open files. */
const BUSY = new Set(['EMFILE', 'ENFILE'])

const SYSTEM_WORDS: readonly (readonly [said: RegExp, code: string])[] = [
  [/no space left/i, 'ENOSPC'],
  [/quota exceeded/i, 'EDQUOT'],
  [/too many open files in system/i, 'ENFILE'],
  [/too many open files/i, 'EMFILE'],
]

/**
 * A full disk or too many open files is a temporary failure of the server and becomes a refusal; other errors stay as
 * they are.
 */
export function storingFailure(error: unknown): unknown {
  const code = codeOf(error)
  if (FULL.has(code)) return storageFull(error)
  return BUSY.has(code) ? filesUnavailable(error) : error
}

/** Like `storingFailure`, for reads: a full disk is not mentioned, because the caller stores nothing. */
export function readingFailure(error: unknown): unknown {
  const code = codeOf(error)
  return FULL.has(code) || BUSY.has(code) ? filesUnavailable(error) : error
}

/** True for errors of the operating system, as opposed to errors about a file's content. */
export function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

/** Finds the error code for a library that reports system errors only in words. */
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
