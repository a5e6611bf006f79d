import { tooManyTries } from '../../lib/wait.rules.ts'

/** Of what a call threw, where it was answered at all. */
export interface Refused {
  readonly status: number
  readonly reason?: string | undefined
  readonly detail?: string | undefined
  readonly requestId?: string | undefined
  readonly retryAfterS: number
  readonly issues: readonly { readonly path: string; readonly message: string }[]
}

const UNREACHABLE = 'The server did not answer. Check your connection and try again. What you typed is still here.'

const WORDS: Readonly<Record<string, string | undefined>> = {
  wrong_account: 'This invitation is for another email. Sign in with the account it was sent to.',
  no_channel: 'Mails can’t be sent here. Ask an admin of your clinic.',
  unavailable: 'The server is busy. Try again in a moment. What you typed is still here.',
}

export function outsideWords(error: unknown): string {
  const refused = refusedIn(error)
  if (refused === null) return UNREACHABLE
  const { reason = '', detail, requestId, retryAfterS } = refused
  if (reason === 'rate_limited') return tooManyTries(retryAfterS)
  // Of a password and of a link the server knows more than this page.
  const said = WORDS[reason] ?? (reason === 'not_valid' ? (detail ?? 'Check what you typed.') : null)
  if (said !== null) return said
  const reference = requestId ? ` Reference ${requestId}` : ''
  return `That did not work because of a problem on our side. Try again in a moment.${reference}`
}

/** What the server finds wrong with one field: the password may be among those that everybody knows. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  const issue = refusedIn(error)?.issues.find(({ path }) => path.split('.').at(-1) === field)
  return issue?.message
}

/** A link that was used, ran out or never was: nobody learns which. */
export function isLinkOver(error: unknown): boolean {
  return refusedIn(error)?.reason === 'link_expired'
}

export function refusedIn(error: unknown): Refused | null {
  return error instanceof Error && 'status' in error && 'retryAfterS' in error ? (error as Error & Refused) : null
}
