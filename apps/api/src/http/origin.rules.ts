import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a request comes from our own pages. A browser says so in Sec-Fetch-Site, which no page can forge (with
 * `Referrer-Policy: no-referrer` its Origin may be "null"); an older one says its Origin; other clients say neither,
 * and carry no cookie that they weren't given.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return origin === new URL(publicUrl).origin || new URL(origin).host === headers.host
}
