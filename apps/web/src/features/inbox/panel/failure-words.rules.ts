import { CallError } from '../../../api/call-error.ts'

const NO_ANSWER = 'The server did not answer. Try again when you are connected.'

const NEXT: Partial<Record<string, string>> = {
  not_allowed: 'Your role does not allow it.',
  disabled: 'It is turned off for this organization.',
  not_found: 'It is no longer there.',
  conflict: 'Somebody changed it meanwhile. Look again.',
  rate_limited: 'That was too often. Wait a minute.',
  not_valid: 'Check what you typed.',
}

/** What happened, what is safe, what to do; the reference at the end. */
export function failureWords(error: unknown): string {
  if (!(error instanceof CallError)) return NO_ANSWER
  const { message, reason, requestId } = error
  const next = (reason && NEXT[reason]) ?? 'Nothing was changed. Try again.'
  return `${message}. ${next}${requestId ? ` Reference ${requestId}` : ''}`
}
