/** [AUTH-01] [AUTH-02] */
export const LOGIN_URL = '/api/auth/login'
export const PROFILE_URL = '/api/auth/me'

interface Place {
  pathname: string
  search: string
  hash: string
}

/** [AUTH-04..06] Where a page that needs a user sends the browser: the login path, with the way back. */
export function loginAddress(loginUrl: string, { pathname, search, hash }: Place): string {
  const returnTo = `${pathname}${search}${hash}` || '/'
  return `${loginUrl}?returnTo=${encodeURIComponent(returnTo)}`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const UNSAFE = /[\u0000-\u001F\u007F\\]/

/**
 * [SEC-04] A way back that stays on this site, or "/". The address has to start with one slash, and so has the path that
 * the browser makes of it: "/..//evil.test" begins well and still leaves.
 */
export function safeReturnTo(value: string | null, origin: string): string {
  if (value === null || !/^\/(?!\/)/.test(value) || UNSAFE.test(value)) return '/'
  if (!URL.canParse(value, origin)) return '/'
  const url = new URL(value, origin)
  const leaves = url.origin !== origin || url.pathname.startsWith('//')
  return leaves ? '/' : `${url.pathname}${url.search}${url.hash}`
}

const SCREENS: Readonly<Record<string, string>> = { '/inbox': 'Inbox' }
const INBOX_TABS: Readonly<Record<string, string>> = {
  scheduled: 'Scheduled',
  unread: 'Unread',
  starred: 'Starred',
  mine: 'Mine',
}

/** "Inbox, Unread": what a way back is called, or null for one that has no name. */
export function placeName(returnTo: string): string | null {
  const { pathname, searchParams } = new URL(returnTo, 'http://here.invalid')
  const screen = SCREENS[pathname]
  if (screen === undefined) return null
  const tab = INBOX_TABS[searchParams.get('tab') ?? '']
  return tab === undefined ? screen : `${screen}, ${tab}`
}

export type SignInOutcome = 'signedIn' | 'wrong' | 'disabled' | 'limited' | 'unreachable' | 'failed'

/** `reason` is the word that a refusal carries. */
export function signInOutcome(
  { ok, status, type }: Pick<Response, 'ok' | 'status' | 'type'>,
  reason?: unknown,
): SignInOutcome {
  if (ok || type === 'opaqueredirect') return 'signedIn'
  if (status === 401 || status === 400) return 'wrong'
  if (status === 403 && reason === 'disabled') return 'disabled'
  return status === 429 ? 'limited' : 'failed'
}

/** What happened, what is safe, what to do. The same sentence for an unknown e-mail and for a wrong password. */
export const signInProblems: Readonly<Record<Exclude<SignInOutcome, 'signedIn'>, string>> = {
  wrong: 'The email or the password is not right. Check both and try again.',
  disabled: 'This account is turned off. Ask an admin of your clinic to turn it on again.',
  limited: 'There were too many tries. Wait 15 minutes, then try again.',
  unreachable: 'The sign-in service did not answer. Check your connection and try again.',
  failed: 'Signing in did not work because of a problem on our side. Try again in a moment.',
}
