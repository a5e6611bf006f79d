/**
 * Measures the API under overload: first what it serves of a mix of calls, then four times that by the clock, then
 * whether it is back to normal soon after. Prints a line for each second of the overload.
 *
 * `OVERLOAD_SECONDS` shortens the overload, `OVERLOAD_SERVED_SECONDS` the measurements before and after it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { createArrivals } from './arrivals.ts'
import { atPace, type Called, describeCalls, load, type MixedCalls, nextRequest } from './calls-load.ts'
import { openScreen } from './calls-paths.ts'
import { type CallsWorld, openCallsWorld } from './calls-world.ts'
import { type Answer, type Connection, openConnections } from './lean-client.ts'
import { median, ms, quantile, type Row, ratio } from './statistics.ts'

const SECONDS = Number(process.env.OVERLOAD_SECONDS ?? 60)
const SERVED_SECONDS = Number(process.env.OVERLOAD_SERVED_SECONDS ?? 10)

const TIMES = 4
const AT_ONCE = 16
const WARM_CALLS = 300
const SCREENS = 5
const QUIET_MS = 5000
/** The longest wait for the last answers and frames. */
const LATE_MS = 10_000

/** The aims. The latency afterwards is that of one call after another, which varies by a third on a quiet machine. */
const MEMORY = 1.5
const FRAME_MS = 100
const AFTERWARDS = 1.5

/** Ten calls in turn. */
const MIX = ['list', 'text', 'messages', 'list', 'text', 'list', 'messages', 'text', 'list', 'reply'] as const

export async function benchOverload(): Promise<Row[]> {
  const world = await openCallsWorld()
  try {
    return await measure(world, await describeCalls(world))
  } finally {
    await world.stop()
  }
}

async function measure(world: CallsWorld, calls: MixedCalls): Promise<Row[]> {
  const { product } = world
  for (const name of new Set(MIX)) await load(calls[name], product, { atOnce: AT_ONCE, calls: WARM_CALLS })
  await pause(QUIET_MS)
  const idle = product.resident()
  const before = await listAlone(world, calls.list)
  const served = await serve(world, calls)
  await pause(QUIET_MS)
  const afterServing = product.resident()
  const { seconds, delays, missing } = await overload(world, calls, TIMES * served)
  await pause(QUIET_MS)
  const after = await listAlone(world, calls.list)
  printSeconds(seconds)

  const all = seconds.flatMap(({ answers }) => answers)
  const refusals = all.filter(({ status }) => status === 503)
  const silent = refusals.filter(({ saysWhen }) => !saysWhen).length
  const errors = all.filter(({ status }) => status !== 200 && status !== 503).length
  const accepted = all.filter(({ status }) => status === 200)
  const peak = Math.max(...seconds.map(({ resident }) => resident))
  const p99 = quantile(delays, 0.99)
  const perSecond = (count: number) => `${(count / seconds.length).toFixed(0)}/s`
  const waited = quantile(timesOf(accepted), 0.99)
  return [
    {
      ...{ what: `calls offered, ${TIMES} times what is served`, figure: perSecond(all.length) },
      ...{ baseline: `served ${served.toFixed(0)}/s`, ratio: ratio(all.length / seconds.length, served) },
    },
    {
      ...{ what: '… answered 200', figure: perSecond(accepted.length), baseline: `served ${served.toFixed(0)}/s` },
      ratio: ratio(accepted.length / seconds.length, served),
    },
    {
      ...{ what: 'memory of the API, peak', figure: mb(peak), baseline: `idle ${mb(idle)}`, ratio: ratio(peak, idle) },
      ...{ aim: `${MEMORY} × or less`, isMissed: peak > MEMORY * idle },
    },
    {
      ...{ what: '… beside idle after the load that it serves', figure: mb(peak), baseline: mb(afterServing) },
      ratio: ratio(peak, afterServing),
    },
    {
      ...{
        what: 'answered 503',
        figure: `${refusals.length}`,
        baseline: `p99 ${ms(quantile(timesOf(refusals), 0.99))}`,
      },
    },
    {
      ...{ what: '… without Retry-After', figure: `${silent}`, baseline: `of ${refusals.length}` },
      ...{ aim: '0', isMissed: silent > 0 },
    },
    {
      ...{ what: 'answered neither 200 nor 503, or not at all', figure: `${errors}`, baseline: `of ${all.length}` },
      ...{ aim: '0', isMissed: errors > 0 },
    },
    {
      ...{ what: 'accepted texts → frame, p99', figure: ms(p99), baseline: `p50 ${ms(median(delays))}` },
      ...{ aim: `${FRAME_MS} ms or less`, isMissed: !(p99 <= FRAME_MS) },
    },
    {
      ...{ what: '… frames that did not arrive', figure: `${missing}`, baseline: `of ${delays.length + missing}` },
      ...{ aim: '0', isMissed: missing > 0 },
    },
    { what: 'calls answered 200, p99', figure: ms(waited), baseline: `p50 ${ms(median(timesOf(accepted)))}` },
    {
      ...{ what: `list alone, p50, ${QUIET_MS / 1000} s after`, figure: ms(after), baseline: `before ${ms(before)}` },
      ...{ ratio: ratio(after, before), aim: `${AFTERWARDS} × or less`, isMissed: after > AFTERWARDS * before },
    },
  ]
}

const mb = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`
const timesOf = (answers: readonly Answered[]) => answers.map(({ tookMs }) => tookMs)

async function listAlone({ product }: CallsWorld, list: Called): Promise<number> {
  return median((await load(list, product, { atOnce: 1, seconds: SERVED_SECONDS / 2 })).latencies)
}

/** Returns the calls of the mix that the API answers a second when each connection waits for its answers. */
async function serve({ product }: CallsWorld, calls: MixedCalls): Promise<number> {
  const connections = await openConnections(product.url, AT_ONCE)
  const began = performance.now()
  let answered = 0
  let nth = 0
  await Promise.all(
    connections.map(async ({ send, close }) => {
      while (performance.now() - began < SERVED_SECONDS * 1000) {
        const { status } = await send(nextRequest(calls[mixed(nth++)], product).request)
        if (status === 200) answered += 1
      }
      close()
    }),
  )
  return (answered * 1000) / (performance.now() - began)
}

const mixed = (nth: number) => MIX[nth % MIX.length] ?? 'list'

interface Answered {
  readonly name: string
  /** 0 if the API closed the connection or did not answer in time. */
  readonly status: number
  readonly saysWhen: boolean
  readonly tookMs: number
}

interface Second {
  /** The answers to the calls that began in this second. */
  readonly answers: Answered[]
  resident: number
}

async function overload(world: CallsWorld, calls: MixedCalls, perSecond: number) {
  const { product } = world
  const arrivals = createArrivals({ screens: SCREENS, senders: calls.text.conversations })
  const screens = await Promise.all(Array.from({ length: SCREENS }, (_, index) => openScreen(world, arrivals, index)))
  const seconds = Array.from({ length: SECONDS }, (): Second => ({ answers: [], resident: 0 }))
  const free: Connection[] = []
  const began = performance.now()
  const nowIn = () => seconds[Math.min(SECONDS - 1, Math.floor((performance.now() - began) / 1000))]
  const watching = setInterval(() => {
    const second = nowIn()
    if (second) second.resident = Math.max(second.resident, product.resident())
  }, 100)
  const offers: Promise<void>[] = []
  let nth = 0
  await atPace({ perSecond, calls: Math.round(perSecond * SECONDS) }, () => {
    const name = mixed(nth++)
    const { number, request } = nextRequest(calls[name], product)
    const second = nowIn()
    const sent = performance.now()
    const note = ({ status, saysWhen }: Pick<Answer, 'status' | 'saysWhen'>) => {
      const now = performance.now()
      second?.answers.push({ name, status, saysWhen, tookMs: now - sent })
      if (name === 'text' && status === 200) arrivals.accepted(number, now)
    }
    offers.push(offer(product.url, request, free).then(note, () => note({ status: 0, saysWhen: false })))
  })
  const ended = await Promise.race([Promise.all(offers), pause(LATE_MS)])
  clearInterval(watching)
  if (!ended) console.log('Some calls were not answered in time.')
  for (const end = performance.now() + LATE_MS; arrivals.missing() > 0 && performance.now() < end; ) await pause(50)
  for (const screen of screens) screen.disconnect()
  for (const connection of free) connection.close()
  return { seconds, delays: arrivals.delays(), missing: arrivals.missing() }
}

/** Makes a call over a connection without a request; opens another one when there is none. */
async function offer(url: string, request: Buffer, free: Connection[]): Promise<Answer> {
  const [connection] = free.length > 0 ? free.splice(-1) : await openConnections(url, 1)
  if (!connection) throw new Error('No connection was opened.')
  const answer = await connection.send(request)
  free.push(connection)
  return answer
}

function printSeconds(seconds: readonly Second[]): void {
  console.log('\nEach second of the overload: the calls that began in it')
  console.table(
    seconds.map(({ answers, resident }) => {
      const of = (wanted: number, name?: string) =>
        answers.filter((one) => one.status === wanted && (name === undefined || one.name === name)).length
      const refused = of(503)
      const saysWhen = answers.filter((one) => one.status === 503 && one.saysWhen).length
      return {
        ...{ 200: of(200), 503: refused, other: answers.length - of(200) - refused, 'texts 200': of(200, 'text') },
        ...{
          'lists 200': of(200, 'list'),
          'Retry-After': refused === 0 ? '' : `${((100 * saysWhen) / refused).toFixed(0)} %`,
        },
        ...{ 'p50 of 200': ms(median(timesOf(answers.filter(({ status }) => status === 200)))), memory: mb(resident) },
      }
    }),
  )
}
