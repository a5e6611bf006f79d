import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a request comes from the application's own pages. Current browsers send Sec-Fetch-Site, which no page can
 * forge; their Origin may be "null" with `Referrer-Policy: no-referrer`. Older browsers send Origin. Other clients
 * send neither and carry only the cookies that they were given.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return origin === new URL(publicUrl).origin || new URL(origin).host === headers.host
}
