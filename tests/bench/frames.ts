/** Measures a page's frames while something is done to it: their intervals, and the tasks of the main thread. */
import type { LargeInbox } from './large-inbox.ts'
import { ms, quantile, type Row } from './statistics.ts'

/** A frame that takes longer is visible to a user. */
const LONG_MS = 50

export interface Watched {
  /** Milliseconds between two frames. */
  readonly gaps: readonly number[]
  /** Long animation frames, from start to paint. The browser reports none under 50 ms. */
  readonly long: readonly number[]
  /** The main thread's tasks from the trace: wall time and CPU time. */
  readonly tasks: readonly { readonly wall: number; readonly cpu: number }[]
  /** The greatest number of rows in the page at once. */
  readonly rows: number
}

interface Probe {
  gaps: number[]
  long: number[]
  rows: number
  isOver: boolean
}

declare global {
  interface Window {
    probe?: Probe
  }
}

export async function watchFrames({ page }: Pick<LargeInbox, 'page'>, work: () => Promise<void>): Promise<Watched> {
  const browser = page.context().browser()
  await page.evaluate(() => {
    const probe: Probe = { gaps: [], long: [], rows: 0, isOver: false }
    window.probe = probe
    const observer = new PerformanceObserver((list) => {
      if (!probe.isOver) for (const { duration } of list.getEntries()) probe.long.push(duration)
    })
    observer.observe({ type: 'long-animation-frame' })
    let last = performance.now()
    requestAnimationFrame(function tick(now) {
      probe.gaps.push(now - last)
      last = now
      probe.rows = Math.max(probe.rows, document.querySelectorAll('[role=listitem]').length)
      if (!probe.isOver) requestAnimationFrame(tick)
    })
  })
  await browser?.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] })
  await work()
  const trace = await browser?.stopTracing()
  const probe = await page.evaluate(() => {
    const { probe } = window
    if (probe) probe.isOver = true
    return probe
  })
  if (!probe || !trace) throw new Error('The page delivered no frames or no trace')
  return { ...probe, tasks: tasksIn(eventsIn(trace)) }
}

export function frameRows(what: string, { gaps, long, tasks, rows }: Watched): Row[] {
  const slowest = tasks.reduce((worst, task) => (task.wall > worst.wall ? task : worst), { wall: 0, cpu: 0 })
  const most = Math.max(0, ...tasks.map(({ cpu }) => cpu))
  const busy = tasks.reduce((sum, { cpu }) => sum + cpu, 0)
  const longest = long.length === 0 ? `under ${LONG_MS} ms` : ms(Math.max(...long))
  return [
    { what: `${what}, longest frame`, figure: longest, aim: `under ${LONG_MS} ms` },
    { what: `${what}, frames over ${LONG_MS} ms`, figure: `${long.length} of ${gaps.length}`, aim: '0' },
    { what: `${what}, from frame to frame`, figure: `p50 ${ms(quantile(gaps, 0.5))}, p99 ${ms(quantile(gaps, 0.99))}` },
    { what: `${what}, longest task`, figure: `${ms(slowest.wall)}, most processor time ${ms(most)}` },
    { what: `${what}, processor time of a frame`, figure: ms(busy / gaps.length) },
    { what: `${what}, row elements in the page`, figure: String(rows), aim: 'under 60' },
  ]
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds. */
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/**
 * Parses the events of tasks and threads. Each line is one event, because a minute of events is too long for one
 * string.
 */
function eventsIn(trace: Buffer): TraceEvent[] {
  const events: TraceEvent[] = []
  for (let start = 0; start < trace.length; ) {
    const end = trace.indexOf('\n', start)
    const line = trace.subarray(start, end < 0 ? trace.length : end)
    start += line.length + 1
    if (!line.includes('"name":"RunTask"') && !line.includes('"name":"thread_name"')) continue
    const event = /^(?:\{"traceEvents":\[)?(\{.*\})(?:,|\].*)?$/.exec(line.toString('utf8'))?.[1]
    if (event) events.push(JSON.parse(event))
  }
  if (events.length === 0) throw new Error('The trace has an unknown format')
  return events
}

/** Returns the tasks of the page's process, whose main thread was the busiest. */
function tasksIn(traceEvents: readonly TraceEvent[]): Watched['tasks'] {
  const threads = new Map<string, { wall: number; cpu: number }[]>()
  for (const { name, args, pid, tid } of traceEvents)
    if (name === 'thread_name' && args?.name === 'CrRendererMain') threads.set(`${pid} ${tid}`, [])
  for (const { name, pid, tid, dur = 0, tdur = 0 } of traceEvents)
    if (name === 'RunTask') threads.get(`${pid} ${tid}`)?.push({ wall: dur / 1_000, cpu: tdur / 1_000 })
  const busy = (tasks: Watched['tasks']) => tasks.reduce((sum, { wall }) => sum + wall, 0)
  return [...threads.values()].sort((left, right) => busy(right) - busy(left))[0] ?? []
}
