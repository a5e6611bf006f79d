/**
 * [OPEN-045] Why a session ended. The address of the sign-in page carries it, because nothing else of the session
 * is left.
 */
export interface SignedOut {
  readonly why: 'idle' | 'whole'
  readonly idleMinutes: number
}

/**
 * The address of the app's own sign-in page. A provider that remembers its users would sign an absent user in
 * again.
 */
export function signedOutAddress(returnTo: string, { why, idleMinutes }: SignedOut): string {
  const reason = why === 'idle' ? `idle-${idleMinutes}` : why
  return `/sign-in?returnTo=${encodeURIComponent(returnTo || '/')}&signedOut=${reason}`
}

/**
 * The sentence for the reason in the address, or null. It takes only numbers from the address, so that nobody can
 * put other text onto the page.
 */
export function signedOutWords(search: string): string | null {
  const reason = new URLSearchParams(search).get('signedOut')
  if (reason === 'whole') return 'Signed out because you signed in 12 hours ago.'
  const [, minutes] = /^idle-(\d{1,4})$/.exec(reason ?? '') ?? []
  if (minutes === undefined) return null
  return `Signed out because this screen wasn’t used for ${minutes} ${minutes === '1' ? 'minute' : 'minutes'}.`
}
