/**
 * Refuses calls before any work on them while too many are in work. The connection pools and their queues bound what
 * waits for the store; this bounds what waits for the processor of this process as well.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AnyCall } from '@foyer/contracts/call.ts'
import { type Problem, problems } from '@foyer/contracts/problem.ts'
import type { RequestHandler } from 'express'
import { Counter, Gauge } from 'prom-client'
import type { Services } from '../services.ts'
import { type Admitted, type AdmittedKind, createAdmission } from './admission.rules.ts'
import { HEALTH_PATHS } from './health.ts'

/** The carrier's calls have a limit of their own, which is this multiple of the limit of screens. */
const CARRIER_TIMES = 2
/** docs/decisions/044 has the measurements behind these figures. */
const LIMITS = { organizationShare: 0.5, lateShare: 0.25, countedMs: 5000, openTimes: 4, turnMs: 20, windowMs: 100 }
/**
 * A call whose body is still under way after this time gives its place to a further one of its kind. The carrier posts from a
 * data centre; 64 KB over a slow mobile line take eight seconds.
 */
const ARRIVES_MS = { carrier: 1000, screen: 10_000 } satisfies Record<AdmittedKind, number>
const RETRY_AFTER_S = 1
/** At most one line of the log in this time, because a line costs more than a refusal. */
const LOG_EVERY_MS = 1000

/** A refusal must cost next to nothing: it is prepared, and has no request id, because the log has no line for it. */
const PROBLEM: Problem = {
  ...{ code: 'error', reason: 'unavailable', message: 'The service has too many requests in work. Try again.' },
  requestId: '',
}
const BODY = Buffer.from(JSON.stringify(PROBLEM))
const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': String(BODY.length),
  'Retry-After': String(RETRY_AFTER_S),
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

interface AdmissionServices extends Pick<Services, 'log' | 'metrics'> {
  readonly config: Pick<Services['config'], 'callsAtOnce'>
}

const admittedOf = new WeakMap<ServerResponse, Admitted>()

/**
 * The call of this response waits for the calls of its organization before it, whose number is limited, and not for the
 * processor. From now on it does not count at the door, so that it refuses no call of another organization.
 */
export function letWait(res: ServerResponse): void {
  admittedOf.get(res)?.letWait()
}

export function admissionControl(
  calls: Readonly<Record<string, AnyCall>>,
  { config, log, metrics }: AdmissionServices,
  now = () => performance.now(),
): RequestHandler {
  const kindOf = createKinds(Object.values(calls))
  const most = { screen: config.callsAtOnce, carrier: CARRIER_TIMES * config.callsAtOnce }
  const admission = createAdmission({ ...LIMITS, most }, now)
  const arriving = {
    carrier: createArriving(ARRIVES_MS.carrier, now),
    screen: createArriving(ARRIVES_MS.screen, now),
  }
  const refusals = createMetrics(metrics, admission.inWork)
  let unlogged = 0
  let loggedAt = Number.NEGATIVE_INFINITY

  function noteRefusal(kind: AdmittedKind) {
    refusals.inc({ calls: kind })
    unlogged += 1
    const at = now()
    if (at - loggedAt < LOG_EVERY_MS) return
    log.warn({ refused: unlogged }, 'calls were refused because too many are in work')
    loggedAt = at
    unlogged = 0
  }

  let isMeasuring = false
  /** Every turn of the event loop that begins a call is measured once, from the call to the turn's end. */
  function measureTurn() {
    if (isMeasuring) return
    isMeasuring = true
    const began = now()
    setImmediate(() => {
      isMeasuring = false
      admission.noteTurn(now() - began)
    })
  }

  /**
   * The body has to arrive before the carrier's signature can be checked, or the password of a sign-in. So anybody can post a
   * body that never arrives, and such bodies must not take the places of others. Those of screens soon count no longer, so they
   * matter only when too many are open.
   */
  function enter(kind: AdmittedKind, place: string | undefined, { req, res }: Exchange): Admitted | null {
    const mayEnd = () => kind === 'carrier' || admission.isFull(kind)
    const admitted =
      admission.enter(kind, place) ?? (mayEnd() && arriving[kind].endSlowest() ? admission.enter(kind, place) : null)
    if (admitted) arriving[kind].add({ req, res }, admitted)
    return admitted
  }

  return (req, res, next) => {
    measureTurn()
    const kind = kindOf(req.url)
    if (kind === null) return next()
    const admitted =
      kind === 'carrier' ? enter(kind, undefined, { req, res }) : enter('screen', placeOf(req, kind), { req, res })
    if (admitted) {
      admittedOf.set(res, admitted)
      res.once('close', admitted.end)
      return next()
    }
    noteRefusal(kind === 'carrier' ? kind : 'screen')
    res.writeHead(problems[PROBLEM.reason], HEADERS).end(BODY)
  }
}

interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

/** The calls whose bodies may still be under way, in the order of their admission. */
function createArriving(arrivesMs: number, now: () => number) {
  const calls = new Set<{ readonly req: IncomingMessage; readonly admitted: Admitted; readonly at: number }>()
  return {
    add({ req, res }: Exchange, admitted: Admitted) {
      const call = { req, admitted, at: now() }
      calls.add(call)
      res.once('close', () => calls.delete(call))
    },
    /** Ends the oldest call whose body has not arrived in time. False if there is none. */
    endSlowest(): boolean {
      for (const call of calls) {
        if (now() - call.at < arrivesMs) return false
        calls.delete(call)
        if (call.req.complete) continue
        call.admitted.end()
        call.req.destroy()
        return true
      }
      return false
    },
  }
}

/**
 * Null for what is always admitted: operations must see the process, and a relay serves the screens of everybody. An
 * upload waits for its sender, and its organization is only known from its body; lanes and quotas of uploads bound it.
 */
function createKinds(calls: readonly AnyCall[]): (url: string) => AdmittedKind | 'chat' | null {
  const kinds = new Map<string, AdmittedKind | 'chat' | null>(HEALTH_PATHS.map((path) => [path, null]))
  for (const { path, access, files } of calls) {
    if (access === 'relay' || files) kinds.set(path, null)
    if (access === 'carrier' || access === 'fax' || access === 'google') kinds.set(path, 'carrier')
    if (path.startsWith('/api/chat/')) kinds.set(path, 'chat')
  }
  return (url) => {
    const end = url.indexOf('?')
    const kind = kinds.get(end < 0 ? url : url.slice(0, end))
    return kind === undefined ? 'screen' : kind
  }
}

/**
 * The organization that a request names before anything of it is checked. Calls that name none here, such as those that
 * name it in their body only, share one place. Visitors of chat pages share another, so that they never refuse a
 * sign-in.
 */
function placeOf({ headers, url }: IncomingMessage, kind: 'screen' | 'chat'): string {
  if (kind === 'chat') return kind
  const { organizationid } = headers
  if (typeof organizationid === 'string') return organizationid
  return /[?&]organizationId=([^&]*)/.exec(url ?? '')?.[1] ?? ''
}

function createMetrics(metrics: Services['metrics'], inWork: () => number) {
  const gauge = new Gauge({
    name: 'foyer_api_calls_in_work',
    help: 'Admitted calls that are not answered yet, for five seconds at most, without those that wait for their turn.',
    registers: [metrics],
    collect() {
      this.set(inWork())
    },
  })
  gauge.set(0)
  const refusals = new Counter({
    name: 'foyer_api_calls_refused_total',
    help: 'Calls that were refused before any work because too many were in work.',
    labelNames: ['calls'],
    registers: [metrics],
  })
  for (const kind of ['screen', 'carrier'] satisfies AdmittedKind[]) refusals.inc({ calls: kind }, 0)
  return refusals
}
