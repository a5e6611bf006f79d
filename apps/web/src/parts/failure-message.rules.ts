/** Explains a failure to the person who tried: what happened, what is safe, what to do next. */
import type { Reason } from '@foyer/contracts/problem.ts'
import { CallError, NOT_OK } from '../api/call-error.ts'
import { tooManyTries } from '../lib/wait.rules.ts'

/** A screen's own sentences for refusal reasons, where it knows more than the general ones. */
export type Refusals = Readonly<Partial<Record<Reason, string>>>

/** The outcome is unknown; if the change was made, the stream or the next read shows it. */
const NO_ANSWER = 'The server did not answer. Try again when you are connected.'

/** These sentences say all there is to say; the screen adds neither the action nor a reference. */
const COMPLETE: Refusals = {
  wrong_password: 'This is not your password.',
  wrong_code: 'That code isn’t right. Enter the one your app shows now.',
  wrong_account: 'This invitation is for another email. Sign in with the account it was sent to.',
  last_admin: 'This is the only admin. Make someone else an admin first.',
  conflict: 'Someone changed it in the meantime. Load it again.',
  no_channel: 'Email can’t be sent: no email service is set up for this clinic.',
}

/** For these reasons the answer's own sentence is better: it says who is already a member, or which clock is wrong. */
const TOLD_BY_SERVER: ReadonlySet<Reason | undefined> = new Set<Reason>(['wrong_code', 'conflict'])

const NEXT: Refusals = {
  not_allowed: 'Your role doesn’t allow this.',
  disabled: 'It is turned off for this organization.',
  not_found: 'It is no longer there. Load the page again.',
  not_valid: 'Check what you typed.',
  unavailable: 'Nothing was changed. The server is busy: try again in a moment.',
}

export function failureMessage(error: unknown, refusals: Refusals = {}): string {
  if (!(error instanceof CallError)) return NO_ANSWER
  const { reason, detail, retryAfterS } = error
  const known = reason && (refusals[reason] ?? (TOLD_BY_SERVER.has(reason) ? detail : undefined) ?? COMPLETE[reason])
  if (known !== undefined) return known
  return reason === 'rate_limited' ? limitMessage(retryAfterS, detail) : unexpected(error)
}

function unexpected({ message, reason, requestId }: CallError): string {
  const title = message === NOT_OK ? 'That did not work' : message.replace(/\.$/, '')
  const next = (reason && NEXT[reason]) ?? 'Nothing was changed. Try again.'
  return `${title}. ${next}${requestId ? ` Reference ${requestId}` : ''}`
}

/** The message of a toast: only the action, in the specification's words. */
export function failureTitle(error: unknown): string {
  return error instanceof CallError ? error.message : NO_ANSWER
}

/** A limit without a waiting time, such as the number of open invitations, explains itself. */
function limitMessage(retryAfterS: number, detail: string | undefined): string {
  return retryAfterS > 0 || !detail ? tooManyTries(retryAfterS) : detail
}

export function isRefused(error: unknown, reason: Reason): boolean {
  return error instanceof CallError && error.reason === reason
}
