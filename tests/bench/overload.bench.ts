/**
 * Measures the API under overload: first what it serves of a mix of calls, then four times that by the clock, then
 * when it is back to normal. The load is a process of its own. Prints a line for each second of the overload.
 *
 * `OVERLOAD_SECONDS` shortens the overload, `OVERLOAD_SERVED_SECONDS` the measurements before it. With
 * `CALLS_AT_ONCE=10000` the API admits every call, as it did before it refused any at the door.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createArrivals } from './arrivals.ts'
import { readSubjects } from './calls-load.ts'
import { openScreen } from './calls-paths.ts'
import { type CallsWorld, openCallsWorld } from './calls-world.ts'
import { type Answered, type AskLoad, nowShared, type Overload, type Unanswered } from './overload-load.ts'
import { backAfterMs, type Probe, WINDOW_MS } from './recovery.ts'
import { median, ms, quantile, type Row, ratio } from './statistics.ts'

const SECONDS = Number(process.env.OVERLOAD_SECONDS ?? 60)
const SERVED_SECONDS = Number(process.env.OVERLOAD_SERVED_SECONDS ?? 10)

const TIMES = 4
const SCREENS = 5
const QUIET_MS = 5000
/** How long list calls are made after the overload. */
const AFTER_SECONDS = 10
/** The longest wait for the last frames. */
const LATE_MS = 10_000

/** The aims. Afterwards the latency is that of single calls, which varies by a third on a quiet machine. */
const MEMORY = 1.5
const FRAME_MS = 100
const AFTERWARDS = 1.5
const BACK_MS = 5000

export async function benchOverload(): Promise<Row[]> {
  const world = await openCallsWorld()
  const load = startLoad()
  try {
    await load.ask({ ask: 'begin', subjects: await readSubjects(world), url: world.product.url })
    return await measure(world, load)
  } finally {
    load.stop()
    await world.stop()
  }
}

type Load = ReturnType<typeof startLoad>

function startLoad() {
  const child = fork(fileURLToPath(import.meta.resolve('./overload-load.ts')), { serialization: 'advanced' })
  return {
    async ask<Result>(asked: AskLoad): Promise<Result> {
      const ended = new AbortController()
      const answer = once(child, 'message', { signal: ended.signal })
      const fail = (code: number | null) => ended.abort(new Error(`The load ended with ${code}.`))
      child.once('exit', fail)
      child.send(asked)
      const [{ answer: said }] = (await answer) as [{ answer: Result }]
      child.off('exit', fail)
      return said
    },
    stop: () => void child.kill(),
  }
}

async function measure(world: CallsWorld, load: Load): Promise<Row[]> {
  const { product } = world
  await load.ask({ ask: 'warm' })
  await pause(QUIET_MS)
  const idle = product.resident()
  const before = median(timesOf(await load.ask<Probe[]>({ ask: 'probe', seconds: SERVED_SECONDS })))
  const served = await load.ask<number>({ ask: 'serve', seconds: SERVED_SECONDS })
  await pause(QUIET_MS)
  const afterServing = product.resident()
  const { answers, lateness, connections, probes, residents, delays, missing, waiting } = await overload(
    world,
    load,
    TIMES * served,
  )
  printSeconds(answers, residents)
  const endedAt = (answers[0]?.beganAt ?? 0) + SECONDS * 1000
  const backlog = waiting.findLast(({ at }) => at <= endedAt)?.texts ?? 0
  printProbes(probes, (afterMs) => waiting.findLast(({ at }) => at <= endedAt + afterMs)?.texts ?? 0)

  const refusals = answers.filter(({ status }) => status === 503)
  const silent = refusals.filter(({ saysWhen }) => !saysWhen).length
  const others = answers.filter(({ status }) => status !== 200 && status !== 503)
  const accepted = answers.filter(({ status }) => status === 200)
  const peak = Math.max(...residents.map(({ bytes }) => bytes))
  const p99 = quantile(delays, 0.99)
  const perSecond = (count: number) => `${(count / SECONDS).toFixed(0)}/s`
  const offered = answers.length / (SECONDS + Math.max(0, lateness.at(-1) ?? 0) / 1000)
  const back = backAfterMs(probes, AFTERWARDS * before)
  return [
    {
      ...{ what: `calls offered, ${TIMES} times what is served`, figure: `${offered.toFixed(0)}/s` },
      ...{ baseline: `served ${served.toFixed(0)}/s`, ratio: ratio(offered, served) },
    },
    {
      ...{ what: '… begun late by the load, p99', figure: ms(quantile(lateness, 0.99)) },
      ...{ baseline: `${connections} connections` },
    },
    {
      ...{ what: '… answered 200', figure: perSecond(accepted.length), baseline: `served ${served.toFixed(0)}/s` },
      ratio: ratio(accepted.length / SECONDS, served),
    },
    ...['text', 'list', 'messages', 'reply'].map((name) => shareOf(name, answers)),
    {
      ...{ what: 'memory of the API, peak', figure: mb(peak), baseline: `idle ${mb(idle)}`, ratio: ratio(peak, idle) },
      ...{ aim: `${MEMORY} × or less`, isMissed: peak > MEMORY * idle },
    },
    {
      ...{ what: '… beside idle after the load that it serves', figure: mb(peak), baseline: mb(afterServing) },
      ratio: ratio(peak, afterServing),
    },
    {
      ...{ what: 'answered 503, p99', figure: ms(quantile(timesOf(refusals), 0.99)) },
      ...{ baseline: `p50 ${ms(median(timesOf(refusals)))} of ${refusals.length}` },
    },
    {
      ...{ what: '… without Retry-After', figure: `${silent}`, baseline: `of ${refusals.length}` },
      ...{ aim: '0', isMissed: silent > 0 },
    },
    {
      ...{ what: 'answered neither 200 nor 503', figure: `${others.length}` },
      ...{ baseline: kindsOf(others) || `of ${answers.length}`, aim: '0', isMissed: others.length > 0 },
    },
    {
      ...{ what: 'accepted texts → frame, p99', figure: ms(p99), baseline: `p50 ${ms(median(delays))}` },
      ...{ aim: `${FRAME_MS} ms or less`, isMissed: !(p99 <= FRAME_MS) },
    },
    {
      ...{ what: '… frames that did not arrive', figure: `${missing}`, baseline: `of ${delays.length + missing}` },
      ...{ aim: '0', isMissed: missing > 0 },
    },
    {
      ...{ what: 'calls answered 200, p99', figure: ms(quantile(timesOf(accepted), 0.99)) },
      baseline: `p50 ${ms(median(timesOf(accepted)))}`,
    },
    { what: 'replies that wait for the carrier at its end', figure: `${backlog}` },
    {
      ...{ what: `list at ${AFTERWARDS} times its time before, after`, figure: `${(back / 1000).toFixed(1)} s` },
      ...{ baseline: `before ${ms(before)}`, aim: `${BACK_MS / 1000} s or less`, isMissed: !(back <= BACK_MS) },
    },
  ]
}

const mb = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`
const timesOf = (answers: readonly { readonly tookMs: number }[]) => answers.map(({ tookMs }) => tookMs)

function shareOf(wanted: string, answers: readonly Answered[]): Row {
  const its = answers.filter(({ name }) => name === wanted)
  const accepted = its.filter(({ status }) => status === 200)
  return {
    ...{ what: `… of each ${wanted}`, figure: `${((100 * accepted.length) / its.length).toFixed(0)} %` },
    baseline: `p50 ${ms(median(timesOf(accepted)))}, p99 ${ms(quantile(timesOf(accepted), 0.99))}`,
  }
}

/** Counts the calls by their status, or by the reason why they have none. */
function kindsOf(answers: readonly Answered[]): string {
  const kinds = Map.groupBy(answers, ({ name, status }) => `${name} ${status satisfies number | Unanswered}`)
  return [...kinds].map(([kind, of]) => `${of.length} × ${kind}`).join(', ')
}

/** The replies that the worker has yet to hand over; it goes on with them after the overload. */
interface Waiting {
  readonly at: number
  readonly texts: number
}

interface Resident {
  readonly at: number
  readonly bytes: number
}

async function overload(world: CallsWorld, load: Load, perSecond: number) {
  const { product, query } = world
  const { open } = await readSubjects(world)
  const arrivals = createArrivals({ screens: SCREENS, senders: open.length })
  const screens = await Promise.all(Array.from({ length: SCREENS }, (_, index) => openScreen(world, arrivals, index)))
  const residents: Resident[] = []
  const watching = setInterval(() => residents.push({ at: nowShared(), bytes: product.resident() }), 100)
  const waiting: Waiting[] = []
  const counting = setInterval(() => {
    const at = nowShared()
    void query<{ texts: number }>(product, 'select count(*)::int as texts from outbound_texts').then(([row]) =>
      waiting.push({ at, texts: row?.texts ?? 0 }),
    )
  }, WINDOW_MS)
  const done = await load.ask<Overload>({
    ask: 'overload',
    perSecond,
    seconds: SECONDS,
    afterSeconds: AFTER_SECONDS,
  })
  clearInterval(watching)
  clearInterval(counting)
  for (const { name, number, status, beganAt, tookMs } of done.answers)
    if (name === 'text' && status === 200) arrivals.accepted(number, beganAt + tookMs - performance.timeOrigin)
  for (const end = performance.now() + LATE_MS; arrivals.missing() > 0 && performance.now() < end; ) await pause(50)
  for (const screen of screens) screen.disconnect()
  return { ...done, residents, waiting, delays: arrivals.delays(), missing: arrivals.missing() }
}

function printSeconds(answers: readonly Answered[], residents: readonly Resident[]): void {
  const began = answers[0]?.beganAt ?? 0
  const secondOf = (at: number) => Math.floor((at - began) / 1000)
  const memory = Map.groupBy(residents, ({ at }) => secondOf(at))
  console.log('\nEach second of the overload: the calls that began in it')
  console.table(
    [...Map.groupBy(answers, ({ beganAt }) => secondOf(beganAt))].map(([second, its]) => {
      const accepted = its.filter(({ status }) => status === 200)
      const refused = its.filter(({ status }) => status === 503)
      const of = (wanted: string) => accepted.filter(({ name }) => name === wanted).length
      return {
        ...{ 200: accepted.length, 503: refused.length, other: its.length - accepted.length - refused.length },
        ...{ 'texts 200': of('text'), 'lists 200': of('list') },
        ...{ 'p50 of 200': ms(median(timesOf(accepted))), 'p50 of 503': ms(median(timesOf(refused))) },
        memory: mb(Math.max(...(memory.get(second) ?? []).map(({ bytes }) => bytes))),
      }
    }),
  )
}

function printProbes(probes: readonly Probe[], waitingAt: (afterMs: number) => number): void {
  console.log('\nList calls after the overload')
  console.table(
    [...Map.groupBy(probes, ({ afterMs }) => Math.floor(afterMs / WINDOW_MS))].map(([window, its]) => ({
      ...{ after: `${(window * WINDOW_MS) / 1000} s`, 'not 200': its.filter(({ status }) => status !== 200).length },
      ...{ p50: ms(median(timesOf(its))), longest: ms(Math.max(...timesOf(its))) },
      'replies that wait': waitingAt(window * WINDOW_MS),
    })),
  )
}
