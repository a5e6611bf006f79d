/**
 * What a mailed link carries stands behind the #, which no server and no log hears of; here it leaves the address at once,
 * so that neither the history nor a picture of the screen holds it.
 */
const KEPT = 'foyer invitation'

export function takeLinkToken(window: Window): string {
  const { hash, pathname, search } = window.location
  const fragment = hash.slice(1)
  if (fragment !== '') window.history.replaceState(window.history.state, '', `${pathname}${search}`)
  return fragment.startsWith('token=') ? (new URLSearchParams(fragment).get('token') ?? '') : fragment
}

/** An invitation waits in this tab while its account signs in; a browser may forbid that, then the mail is opened again. */
export function keepInvitation(token: string, storage: () => Storage): void {
  try {
    storage().setItem(KEPT, token)
  } catch {
    // Nothing is kept.
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
