/** One page load is one trace. */
export interface Trace {
  readonly traceId: string
  readonly spanId: string
  /** Undefined where nothing is measured at all. */
  readonly sampled: boolean | undefined
}

/** [RULE-21] [OPEN-085] What a request to our own server carries. */
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

/** [RULE-21] Whether a request goes to the server that this page came from. */
export function isOurs(address: string, site: string): boolean {
  return URL.parse(address, site)?.origin === site
}

interface Matched {
  readonly path?: string | undefined
}

/** The pattern of the shown page's path, never the path: an id or a search may stand in that. [SEC-11] */
export function pageOf(matches: readonly Matched[]): string {
  const parts = matches.flatMap(({ path }) => path?.split('/').filter(Boolean) ?? [])
  return parts.includes('*') ? '/404' : `/${parts.join('/')}`
}

/** [SHELL-09] Nobody waits for a page that isn't there. */
export function isMeasured(page: string): boolean {
  return page !== '/404'
}
