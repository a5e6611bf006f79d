/**
 * [SEC-04] The page that a sign-in returns to: a page of our own origin, else "/". API paths are excluded, because
 * returning to the sign-out call would sign everybody out at once. The resulting path is checked again, because
 * `/..//evil.test` is of our origin and yet resolves to `//evil.test`, another host.
 */
export function safeReturnTo(returnTo: string | undefined, publicUrl: string): string {
  if (returnTo === undefined || !/^\/(?![/\\])/.test(returnTo) || hasControls(returnTo)) return '/'
  const self = new URL(publicUrl)
  const target = URL.parse(returnTo, self)
  if (target === null || target.origin !== self.origin || target.pathname.startsWith('//')) return '/'
  if (/^\/api(\/|$)/i.test(target.pathname)) return '/'
  return target.pathname + target.search + target.hash
}

/** URL drops tabs and line breaks, so `/<tab>/evil.test` would resolve to another host. */
function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text)
}
