import type { ReportingConfig } from './config.ts'
import type { Mechanism } from './report.rules.ts'
import type { Reporter } from './reporter.ts'
import { referenceOf } from './telling.rules.ts'
import { isMeasured, isOurs, pageOf, type Trace, traceHeaders } from './trace.rules.ts'

interface Report {
  /** Stands in the report, and on the screen of whoever calls about it. */
  readonly reference: string
  /** Whether it has arrived, known after this time at the latest. */
  flush(ms: number): Promise<boolean>
}

/** The router, as far as reporting follows it. */
interface Followed {
  /** From the outermost frame to the page; none before the first page's code is there. */
  readonly state: { readonly pages: readonly { readonly path?: string | undefined }[]; readonly isLeaving: boolean }
  subscribe(listener: () => void): unknown
}

/** The one who tells the error-reporting service what went wrong in this browser. */
export interface Reporting {
  /** What a page broke with. The same error is told once, however often it is brought. */
  report(error: unknown): Report
  /** Learns from the router which page is shown, and measures how long the way to it was. */
  follow(router: Followed): void
}

export interface Outside {
  readonly window: Window & typeof globalThis
  readonly now: () => Date
  /** So many bytes at random, in hex. */
  readonly randomHex: (bytes: number) => string
  /** From 0 up to 1. */
  readonly chance: () => number
}

/** Of one page load: whatever floods must not flood the service. */
const REPORTS_MAX = 20

/** Listens from here on. What writes the reports comes with the first of them. */
export function startReporting(config: ReportingConfig, outside: Outside): Reporting {
  const { window, now, randomHex } = outside
  const fetch = window.fetch.bind(window)
  const site = window.location.origin
  const trace: Trace = {
    traceId: randomHex(16),
    spanId: randomHex(8),
    sampled: config.tracesShare === 0 ? undefined : outside.chance() < config.tracesShare,
  }
  const known = new Map<unknown, Report>()
  let page = '/_app'
  let loading: Promise<Reporter> | undefined

  function reporter(): Promise<Reporter> {
    const origin = {
      dsn: config.dsn,
      environment: config.environment,
      trace,
      site,
      userAgent: window.navigator.userAgent,
    }
    loading ??= import('./reporter.ts').then(({ createReporter }) => createReporter({ config, origin, fetch }))
    return loading
  }

  function tell(error: unknown, mechanism: Mechanism): Report {
    const told = known.get(error)
    if (told) return told
    const eventId = randomHex(16)
    const at = now()
    const facts = { eventId, reference: referenceOf(eventId, at), error, mechanism, page, at }
    const isTooMany = known.size >= REPORTS_MAX
    const sent = isTooMany
      ? Promise.resolve(false)
      : reporter().then(
          ({ event }) => event(facts),
          () => false,
        )
    const report = { reference: facts.reference, flush: (ms: number) => within(ms, sent) }
    if (!isTooMany) known.set(error, report)
    return report
  }

  window.addEventListener('error', (event) => {
    // The browser's own notice that a layout takes another frame; no error, and nothing to be done.
    if (event.error == null && /^ResizeObserver loop/.test(event.message)) return
    tell(event.error ?? errorAt(event), 'uncaught')
  })
  window.addEventListener('unhandledrejection', ({ reason }) => void tell(reason, 'rejection'))
  window.fetch = withTrace(fetch, site, traceHeaders(trace, { ...config, ...config.address }))

  return {
    report: (error) => tell(error, 'page'),
    follow(router) {
      let from: Date | undefined = new Date(window.performance.timeOrigin)
      let op: 'pageload' | 'navigation' = 'pageload'
      const look = () => {
        const { pages, isLeaving } = router.state
        if (isLeaving) {
          from ??= now()
          return
        }
        if (pages.length === 0) return
        const shown = pageOf(pages)
        if (shown !== page && isMeasured(shown) && trace.sampled) {
          const facts = { eventId: randomHex(16), page: shown, op, from: from ?? now(), until: now() }
          const spanId = op === 'pageload' ? trace.spanId : randomHex(8)
          void reporter().then(
            ({ transaction }) => transaction({ ...facts, spanId }),
            () => false,
          )
        }
        page = shown
        from = undefined
        op = 'navigation'
      }
      look()
      router.subscribe(look)
    },
  }
}

/** An error of which the browser gives nothing but the place. */
function errorAt({ filename, lineno, colno }: ErrorEvent): Error {
  const error = new Error()
  error.stack = `    at ${filename}:${lineno}:${colno}`
  return error
}

/** [RULE-21] Every request of the page's, so that none can be forgotten; our own server's alone are marked. */
function withTrace(fetch: typeof globalThis.fetch, site: string, marks: Record<string, string>): typeof fetch {
  return (input, init) => {
    const request = input instanceof Request ? input : undefined
    if (!isOurs(request?.url ?? String(input), site)) return fetch(input, init)
    const headers = new Headers(init?.headers ?? request?.headers)
    for (const [name, value] of Object.entries(marks)) headers.set(name, value)
    return fetch(input, { ...init, headers })
  }
}

/** [SHELL-12] */
async function within(ms: number, sent: Promise<boolean>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const arrived = await Promise.race([sent, patience])
  clearTimeout(timer)
  return arrived
}
