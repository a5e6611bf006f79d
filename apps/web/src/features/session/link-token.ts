/**
 * Takes the token of a mailed link out of the address. It is in the fragment, which neither servers nor logs
 * receive, and it is removed at once, so that neither the history nor a screenshot contains it.
 */
const KEPT = 'foyer invitation'

export function takeLinkToken(window: Window): string {
  const { hash, pathname, search } = window.location
  const fragment = hash.slice(1)
  if (fragment !== '') window.history.replaceState(window.history.state, '', `${pathname}${search}`)
  return fragment.startsWith('token=') ? (new URLSearchParams(fragment).get('token') ?? '') : fragment
}

/**
 * Keeps an invitation in this tab while its account signs in. If the browser forbids storage, the user opens the
 * mail again.
 */
export function keepInvitation(token: string, storage: () => Storage): void {
  try {
    storage().setItem(KEPT, token)
  } catch {
    // The storage is not available.
  }
}

export function takeInvitation(storage: () => Storage): string {
  try {
    const held = storage()
    const token = held.getItem(KEPT) ?? ''
    held.removeItem(KEPT)
    return token
  } catch {
    return ''
  }
}
