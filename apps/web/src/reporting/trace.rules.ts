/** One page load is one trace. */
export interface Trace {
  readonly traceId: string
  readonly spanId: string
  /** Undefined if nothing is measured. */
  readonly sampled: boolean | undefined
}

/** [RULE-21] [OPEN-085] Returns the trace headers of a request to our own server. */
export function traceHeaders(
  { traceId, spanId, sampled }: Trace,
  { environment, publicKey }: { environment: string; publicKey: string },
): Record<'sentry-trace' | 'baggage', string> {
  const baggage = {
    'sentry-environment': environment,
    'sentry-public_key': publicKey,
    'sentry-trace_id': traceId,
    ...(sampled !== undefined && { 'sentry-sampled': String(sampled) }),
  }
  const flag = sampled === undefined ? '' : `-${Number(sampled)}`
  return {
    'sentry-trace': `${traceId}-${spanId}${flag}`,
    baggage: Object.entries(baggage)
      .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
      .join(','),
  }
}

/** [RULE-21] True if a request goes to the server of this page. */
export function isSameOrigin(address: string, site: string): boolean {
  return URL.parse(address, site)?.origin === site
}

interface Matched {
  readonly path?: string | undefined
}

/** Returns the pattern of the page's path, never the path, which may contain an id or a search text. [SEC-11] */
export function pageOf(matches: readonly Matched[]): string {
  const parts = matches.flatMap(({ path }) => path?.split('/').filter(Boolean) ?? [])
  return parts.includes('*') ? '/404' : `/${parts.join('/')}`
}

/** [SHELL-09] A page that does not exist is not measured. */
export function isMeasured(page: string): boolean {
  return page !== '/404'
}
