import { tooManyTries } from '../../lib/wait.rules.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression refuses them
const UNSAFE = /[\u0000-\u001F\u007F\\]/

/**
 * [SEC-04] A return address on this site, or "/". Both the value and the path that the browser resolves it to must
 * start with exactly one slash: "/..//evil.test" starts well and still leaves the site.
 */
export function safeReturnTo(value: string | null, origin: string): string {
  if (value === null || !/^\/(?!\/)/.test(value) || UNSAFE.test(value)) return '/'
  if (!URL.canParse(value, origin)) return '/'
  const url = new URL(value, origin)
  const leaves = url.origin !== origin || url.pathname.startsWith('//')
  return leaves ? '/' : `${url.pathname}${url.search}${url.hash}`
}

const SCREENS: Readonly<Record<string, string>> = { '/inbox': 'Inbox', '/invitation': 'your invitation' }
const INBOX_TABS: Readonly<Record<string, string>> = {
  scheduled: 'Scheduled',
  unread: 'Unread',
  starred: 'Starred',
  mine: 'Mine',
}

/** The name of a return address, "Inbox, Unread", or null without one. */
export function placeName(returnTo: string): string | null {
  const { pathname, searchParams } = new URL(returnTo, 'http://here.invalid')
  const screen = pathname.startsWith('/settings/') ? 'Settings' : SCREENS[pathname]
  if (screen === undefined) return null
  const tab = INBOX_TABS[searchParams.get('tab') ?? '']
  return tab === undefined ? screen : `${screen}, ${tab}`
}

export type SignInOutcome =
  | 'signedIn'
  | 'secondFactor'
  | 'wrong'
  | 'wrongCode'
  | 'tooLate'
  | 'disabled'
  | 'limited'
  | 'unreachable'
  | 'failed'

export interface SignInAnswer {
  readonly outcome: SignInOutcome
  /** The server's sentence. */
  readonly message?: string | undefined
  /** In seconds; NaN when the server doesn't say. */
  readonly retryAfterS?: number
}

/** `reason` comes from the body of the refusal. */
export function signInOutcome(
  { ok, status, type }: Pick<Response, 'ok' | 'status' | 'type'>,
  reason?: unknown,
): SignInOutcome {
  if (ok || type === 'opaqueredirect') return 'signedIn'
  if (reason === 'second_factor_needed') return 'secondFactor'
  if (reason === 'no_session') return 'tooLate'
  if (reason === 'wrong_code') return 'wrongCode'
  if (status === 401 || status === 400) return 'wrong'
  if (status === 403 && reason === 'disabled') return 'disabled'
  return status === 429 ? 'limited' : 'failed'
}

const PROBLEMS = {
  wrong: 'That email or password isn’t right. Check both and try again.',
  wrongCode: 'That code isn’t right. Enter the one your app shows now.',
  tooLate: 'That sign-in took too long or had too many wrong codes. Sign in with your password again.',
  disabled: 'This account is turned off. Ask an admin of your clinic to turn it on again.',
  unreachable: 'The sign-in service did not answer. Check your connection and try again.',
  failed: 'Signing in did not work because of a problem on our side. Try again in a moment.',
} as const

/**
 * The message of a failed sign-in; null without a failure. It is the same for an unknown e-mail and a wrong
 * password. For a wrong code the server's sentence is shown, because it knows whether a clock is off.
 */
export function signInProblem({ outcome, message, retryAfterS = Number.NaN }: SignInAnswer): string | null {
  if (outcome === 'signedIn' || outcome === 'secondFactor') return null
  if (outcome === 'limited') return tooManyTries(retryAfterS)
  return (outcome === 'wrongCode' && message) || PROBLEMS[outcome]
}
