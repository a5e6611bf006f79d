/** The addresses for error reports, parsed from the DSN of the error-reporting service: scheme://key@host/path/project. */
export interface ReportAddress {
  readonly publicKey: string
  readonly origin: string
  /** The address that accepts envelopes. */
  readonly endpoint: string
}

/** Null for an invalid DSN. */
export function reportAddress(dsn: string): ReportAddress | null {
  const url = URL.parse(dsn)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username === '') return null
  const [, path = '', project] = /^(.*)\/([^/]+)$/.exec(url.pathname) ?? []
  if (project === undefined) return null
  const query = new URLSearchParams({ sentry_version: '7', sentry_key: url.username })
  return {
    publicKey: url.username,
    origin: url.origin,
    endpoint: `${url.origin}${path}/api/${project}/envelope/?${query}`,
  }
}
