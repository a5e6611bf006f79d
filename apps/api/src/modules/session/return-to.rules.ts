/**
 * [SEC-04] Where a sign-in may lead: a page of our own origin, else "/". No call of the API is a page: led to the one that
 * signs out, everybody would be out again at once. The resulting path is checked again, since
 * `/..//evil.test` is of our origin and yet becomes `//evil.test`, another host.
 */
export function safeReturnTo(returnTo: string | undefined, publicUrl: string): string {
  if (returnTo === undefined || !/^\/(?![/\\])/.test(returnTo) || hasControls(returnTo)) return '/'
  const self = new URL(publicUrl)
  const target = URL.parse(returnTo, self)
  if (target === null || target.origin !== self.origin || target.pathname.startsWith('//')) return '/'
  if (/^\/api(\/|$)/i.test(target.pathname)) return '/'
  return target.pathname + target.search + target.hash
}

/** URL drops tabs and line breaks, and so turns `/<tab>/evil.test` into another host. */
function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text)
}
