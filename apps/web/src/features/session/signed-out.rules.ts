/** [OPEN-045] Why somebody finds the sign-in page: it stands in its address, because nothing else is left of the session. */
export interface SignedOut {
  readonly why: 'idle' | 'whole'
  readonly idleMinutes: number
}

/** The sign-in page of the app itself: a provider that remembers people would let them in again with nobody there. */
export function signedOutAddress(returnTo: string, { why, idleMinutes }: SignedOut): string {
  const told = why === 'idle' ? `idle-${idleMinutes}` : why
  return `/sign-in?returnTo=${encodeURIComponent(returnTo || '/')}&signedOut=${told}`
}

/** The sentence for what the address says, or null. Numbers only: nobody else's words get onto the page. */
export function signedOutWords(search: string): string | null {
  const told = new URLSearchParams(search).get('signedOut')
  if (told === 'whole') return 'Signed out because you signed in 12 hours ago.'
  const [, minutes] = /^idle-(\d{1,4})$/.exec(told ?? '') ?? []
  if (minutes === undefined) return null
  return `Signed out because nobody used this screen for ${minutes} ${minutes === '1' ? 'minute' : 'minutes'}.`
}
