import { CallError } from '../../api/call-error.ts'
import { tooManyTries } from '../../lib/wait.rules.ts'

const NO_ANSWER = 'The server did not answer. Nothing was changed as far as we know. Try again when you are connected.'

const NEXT: Readonly<Record<string, string | undefined>> = {
  wrong_password: 'This is not your password.',
  wrong_code: 'This code is not right. Type the one that your app shows now.',
  not_allowed: 'Only admins may do this. Ask one of them.',
  last_admin: 'This is the only admin. Make somebody else an admin first.',
  not_found: 'It is no longer there. Load the page again.',
  no_channel: 'Mails can’t be sent: no e-mail service is set up for this clinic.',
  not_valid: 'Check what you typed.',
}

/** Where the server knows more than we do: whether a clock is off, who is a member already. */
const TOLD_BY_SERVER = new Set(['wrong_code', 'conflict', 'not_valid'])

/** What happened, what is safe, what to do; the reference at the end of what nobody expected. */
export function failureWords(error: unknown): string {
  if (!(error instanceof CallError)) return NO_ANSWER
  const { message, reason = '', detail, requestId, retryAfterS } = error
  // A limit that no waiting ends says itself what it is.
  if (reason === 'rate_limited') return retryAfterS > 0 || !detail ? tooManyTries(retryAfterS) : detail
  const told = TOLD_BY_SERVER.has(reason) ? detail : undefined
  const next = told ?? NEXT[reason]
  if (next !== undefined) return next
  return `${message}. Nothing was changed. Try again.${requestId ? ` Reference ${requestId}` : ''}`
}

export function isRefused(error: unknown, reason: CallError['reason']): boolean {
  return error instanceof CallError && error.reason === reason
}

/** What the server says of one field. */
export function issueOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof CallError)) return undefined
  return error.issues.find(({ path }) => path.split('.').at(-1) === field)?.message
}
