import type { ReportingConfig } from './config.ts'
import type { Mechanism } from './report.rules.ts'
import { referenceOf } from './reportable.rules.ts'
import type { Reporter } from './reporter.ts'
import { isMeasured, isSameOrigin, pageOf, type Trace, traceHeaders } from './trace.rules.ts'

interface Report {
  /** Named in the report and shown on the screen, so that a caller can quote it. */
  readonly reference: string
  /** Resolves to whether the report has arrived, after `ms` at the latest. */
  flush(ms: number): Promise<boolean>
}

/** The part of the router that reporting needs. */
interface Followed {
  /** From the outermost frame to the page; empty until the first page's code is loaded. */
  readonly state: { readonly pages: readonly { readonly path?: string | undefined }[]; readonly isLeaving: boolean }
  subscribe(listener: () => void): unknown
}

/** Reports this browser's errors to the error-reporting service. */
export interface Reporting {
  /** Reports the error of a crashed page. The same error is reported once. */
  report(error: unknown): Report
  /** Follows the router to know the shown page, and measures how long each navigation took. */
  follow(router: Followed): void
}

export interface Outside {
  readonly window: Window & typeof globalThis
  readonly now: () => Date
  /** Returns this many random bytes, in hex. */
  readonly randomHex: (bytes: number) => string
  /** From 0 up to 1. */
  readonly chance: () => number
}

/** The limit per page load, so that a flood of errors does not flood the service. */
const REPORTS_MAX = 20

/** Listens from this call on. The code that writes reports is loaded with the first one. */
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

  function send(error: unknown, mechanism: Mechanism): Report {
    const reported = known.get(error)
    if (reported) return reported
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
    const report = { reference: facts.reference, flush: (ms: number) => arrivesWithin(ms, sent) }
    if (!isTooMany) known.set(error, report)
    return report
  }

  window.addEventListener('error', (event) => {
    // The browser's notice that a layout needs another frame; it is not an error.
    if (event.error == null && /^ResizeObserver loop/.test(event.message)) return
    send(event.error ?? errorAt(event), 'uncaught')
  })
  window.addEventListener('unhandledrejection', ({ reason }) => void send(reason, 'rejection'))
  window.fetch = withTrace(fetch, site, traceHeaders(trace, { ...config, ...config.address }))

  return {
    report: (error) => send(error, 'page'),
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

/** Creates an error from an event that has only a location. */
function errorAt({ filename, lineno, colno }: ErrorEvent): Error {
  const error = new Error()
  error.stack = `    at ${filename}:${lineno}:${colno}`
  return error
}

/**
 * [RULE-21] Wraps every request of the page, so that none is forgotten; only those to our own server get the trace
 * headers.
 */
function withTrace(fetch: typeof globalThis.fetch, site: string, marks: Record<string, string>): typeof fetch {
  return (input, init) => {
    const request = input instanceof Request ? input : undefined
    if (!isSameOrigin(request?.url ?? String(input), site)) return fetch(input, init)
    const headers = new Headers(init?.headers ?? request?.headers)
    for (const [name, value] of Object.entries(marks)) headers.set(name, value)
    return fetch(input, { ...init, headers })
  }
}

/** [SHELL-12] Resolves to whether the report was sent, and to false after `ms`. */
async function arrivesWithin(ms: number, sent: Promise<boolean>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const arrived = await Promise.race([sent, patience])
  clearTimeout(timer)
  return arrived
}
