/** Builds messages of the error-reporting service's protocol: an envelope with one item. */
import { browserOf, exceptionsOf, type Mechanism } from './report.rules.ts'
import { statusOf } from './reportable.rules.ts'
import type { Trace } from './trace.rules.ts'

/** The origin that every item names. */
export interface Origin {
  readonly dsn: string
  readonly environment: string
  readonly trace: Trace
  /** The site's origin; reports name only locations in its scripts. */
  readonly site: string
  readonly userAgent: string
}

export interface EventFacts {
  readonly eventId: string
  readonly reference: string
  readonly error: unknown
  readonly mechanism: Mechanism
  /** The pattern of the page's path. */
  readonly page: string
  readonly at: Date
}

export interface TransactionFacts {
  readonly eventId: string
  readonly page: string
  readonly op: 'pageload' | 'navigation'
  readonly spanId: string
  readonly from: Date
  readonly until: Date
}

export function eventEnvelope(facts: EventFacts, origin: Origin): string {
  const { eventId, reference, error, mechanism, page, at } = facts
  const { traceId, spanId } = origin.trace
  const status = statusOf(error)
  return envelope(origin, 'event', at, {
    ...common(eventId, page, origin),
    timestamp: seconds(at),
    level: mechanism === 'page' ? 'fatal' : 'error',
    tags: { reference, mechanism, ...(status !== undefined && { status: String(status) }) },
    contexts: { trace: { trace_id: traceId, span_id: spanId }, ...browserContext(origin) },
    exception: { values: exceptionsOf(error, mechanism, origin.site) },
  })
}

export function transactionEnvelope(facts: TransactionFacts, origin: Origin): string {
  const { eventId, page, op, spanId, from, until } = facts
  const { traceId, spanId: parent } = origin.trace
  const isRoot = spanId === parent
  return envelope(origin, 'transaction', until, {
    ...common(eventId, page, origin),
    type: 'transaction',
    start_timestamp: seconds(from),
    timestamp: seconds(until),
    transaction_info: { source: 'route' },
    contexts: {
      trace: { trace_id: traceId, span_id: spanId, ...(!isRoot && { parent_span_id: parent }), op, status: 'ok' },
      ...browserContext(origin),
    },
    spans: [],
  })
}

function common(eventId: string, page: string, { environment }: Origin) {
  return {
    event_id: eventId,
    platform: 'javascript',
    environment,
    transaction: page,
    // Without this setting the service stores the request's IP address as the user's.
    sdk: { name: 'foyer.browser', version: '1', settings: { infer_ip: 'never' } },
  }
}

function browserContext({ userAgent }: Origin) {
  const browser = browserOf(userAgent)
  return browser && { browser }
}

function envelope(
  { dsn }: Origin,
  type: string,
  at: Date,
  item: ReturnType<typeof common> & Record<string, unknown>,
): string {
  const header = { event_id: item.event_id, sent_at: at.toISOString(), dsn }
  return [header, { type }, item].map((part) => JSON.stringify(part)).join('\n')
}

function seconds(at: Date): number {
  return at.getTime() / 1000
}
