/**
 * Classifies database errors: a server that is unreachable or too busy becomes a retryable refusal, anything else is
 * a bug.
 */
import { Refusal } from '../http/refusal.ts'

const BUSY_MESSAGE = 'The service is busy or restarting. Try again.'
const SERIALIZATION = new Set(['40001', '40P01'])
const NO_SPACE = new Set(['53100', '53200'])
const LOCK_TIMEOUT = '55P03'
/** Statement timeouts, shutdowns, a server that is starting, too many connections. */
const BUSY = new Set(['57014', '25P03', '25P04', '57P01', '57P02', '57P03', '53300', '53400'])
/** An operator that does not exist for these types, a column of another type. */
const UNFIT_TYPES = new Set(['42883', '42804'])
/** Values out of the range of a type, or in no form of it. */
const UNFIT_VALUES = new Set(['22003', '22007', '22008', '22P02'])
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EAI_AGAIN',
])
/** Errors to which the driver gives no code. */
const LOST =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client (has encountered a connection error|was closed)/

/** A transaction waited for a lock for as long as any may. */
export class LockTimeout extends Refusal {
  constructor() {
    super('unavailable', BUSY_MESSAGE, { retryAfterS: 2 })
  }
}

/** A transaction waited for a lock for longer than `limitLocks` allows. */
export class LockedTooLong extends Refusal {
  constructor() {
    super('unavailable', 'Somebody else changes the same at the moment. Try again.', { retryAfterS: 1 })
  }
}

export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === LOCK_TIMEOUT
}

/** Two transactions conflicted; the same work succeeds when it is repeated. */
export function isCollision(error: unknown): boolean {
  return SERIALIZATION.has(codeOf(error))
}

/** The connection broke before the transaction wrote anything. */
export function isLostConnection(error: unknown): boolean {
  const code = codeOf(error)
  return code.startsWith('08') || code.startsWith('57P') || UNREACHABLE.has(code) || LOST.test(messageOf(error))
}

/** The server no longer has a prepared statement or plan, because of a migration or a connection pooler. */
export function isPlanGone(error: unknown): boolean {
  return codeOf(error) === '26000' || (codeOf(error) === '0A000' && routineOf(error) === 'RevalidateCachedQuery')
}

/** A value or an operator does not fit the types that the server gave the parameters of a statement. */
export function isOfTypes(error: unknown): boolean {
  return UNFIT_TYPES.has(codeOf(error)) || isOfValue(error)
}

/** As `isOfTypes`, and also caused by a value that no type of the column takes. */
export function isOfValue(error: unknown): boolean {
  return UNFIT_VALUES.has(codeOf(error))
}

export function asRefusal(error: unknown): unknown {
  const code = codeOf(error)
  if (NO_SPACE.has(code)) return new Refusal('unavailable', 'Could not save: the store is full.', { retryAfterS: 30 })
  if (isLockTimeout(error)) return new LockTimeout()
  if (isCollision(error) || isPlanGone(error) || BUSY.has(code) || isLostConnection(error))
    return new Refusal('unavailable', BUSY_MESSAGE, { retryAfterS: 2 })
  return error
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

/** The function of the server that failed. Its messages are in the server's language. */
function routineOf(error: unknown): unknown {
  return error instanceof Error && 'routine' in error ? error.routine : undefined
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}
