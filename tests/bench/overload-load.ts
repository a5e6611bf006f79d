/**
 * The load of the overload benchmark, a process of its own: it offers calls by the clock while the benchmark's process
 * holds the screens and the carrier. It does what its parent asks for, one thing after another, and answers each.
 */
import { setTimeout as pause } from 'node:timers/promises'
import {
  atPace,
  type Called,
  callsOf,
  load,
  type MixedCalls,
  nextRequest,
  type Subjects,
  type Target,
} from './calls-load.ts'
import { type Answer, type Connection, openConnections } from './lean-client.ts'
import type { Probe } from './recovery.ts'

/** Ten calls in turn. */
const MIX = ['list', 'text', 'messages', 'list', 'text', 'list', 'messages', 'text', 'list', 'reply'] as const
const AT_ONCE = 16
const WARM_CALLS = 300
/** Open from the start, as the edge keeps them: a turn of the server's event loop accepts a single connection. */
const KEPT_OPEN = 128
const PROBE_EVERY_MS = 100
/** The longest wait for the last answers. */
const LATE_MS = 10_000

export type AskLoad =
  | { readonly ask: 'begin'; readonly subjects: Subjects; readonly url: string }
  | { readonly ask: 'warm' }
  | { readonly ask: 'probe' | 'serve'; readonly seconds: number }
  | AskOverload

interface AskOverload {
  readonly ask: 'overload'
  readonly perSecond: number
  readonly seconds: number
  readonly afterSeconds: number
}

/** A call that got no answer: no connection, the connection closed before the answer, or none in time. */
export type Unanswered = 'not connected' | 'closed' | 'too late'

export interface Answered {
  readonly name: string
  readonly status: number | Unanswered
  readonly saysWhen: boolean
  /** The number of the call among those of its name. */
  readonly number: number
  /** Milliseconds since the epoch, which all processes of the machine share. */
  readonly beganAt: number
  readonly tookMs: number
}

export interface Overload {
  /** In the order in which the calls began. */
  readonly answers: readonly Answered[]
  /** How late each call began, in milliseconds. */
  readonly lateness: readonly number[]
  readonly connections: number
  readonly probes: readonly Probe[]
}

/** The time on the clock that all processes of the machine share. */
export const nowShared = () => performance.timeOrigin + performance.now()

function createLoad(calls: MixedCalls, target: Target) {
  return {
    async warm(): Promise<void> {
      for (const name of new Set(MIX)) await load(calls[name], target, { atOnce: AT_ONCE, calls: WARM_CALLS })
    },
    probe: (seconds: number) => probe(calls.list, target, seconds),
    /** Returns the calls of the mix that are answered a second when each connection waits for its answers. */
    async serve(seconds: number): Promise<number> {
      const connections = await openConnections(target.url, AT_ONCE)
      const began = performance.now()
      let answered = 0
      let nth = 0
      await Promise.all(
        connections.map(async ({ send, close }) => {
          while (performance.now() - began < seconds * 1000) {
            const { status } = await send(nextRequest(calls[mixed(nth++)], target).request)
            if (status === 200) answered += 1
          }
          close()
        }),
      )
      return (answered * 1000) / (performance.now() - began)
    },
    async overload({ perSecond, seconds, afterSeconds }: AskOverload): Promise<Overload> {
      const answers: Answered[] = []
      const lateness: number[] = []
      const pool = createPool(target.url, await openConnections(target.url, KEPT_OPEN))
      const offers: Promise<void>[] = []
      const lateNotes: (() => void)[] = []
      const began = performance.now()
      await atPace({ perSecond, calls: Math.round(perSecond * seconds) }, () => {
        const nth = offers.length
        lateness.push(performance.now() - began - (nth * 1000) / perSecond)
        const name = mixed(nth)
        const { number, request } = nextRequest(calls[name], target)
        const beganAt = nowShared()
        const note = ({ status, saysWhen }: Omit<Answer, 'body'> | { status: Unanswered; saysWhen: false }) => {
          answers[nth] ??= { name, number, status, saysWhen, beganAt, tookMs: nowShared() - beganAt }
        }
        offers.push(pool.send(request).then(note, (status: Unanswered) => note({ status, saysWhen: false })))
        lateNotes.push(() => note({ status: 'too late', saysWhen: false }))
      })
      const [probes] = await Promise.all([
        probe(calls.list, target, afterSeconds),
        Promise.race([Promise.all(offers), pause(LATE_MS)]),
      ])
      for (const note of lateNotes) note()
      pool.close()
      return { answers, lateness, connections: pool.opened(), probes }
    },
  }
}

const mixed = (nth: number) => MIX[nth % MIX.length] ?? 'list'

/** Begins a list call every 100 ms over a connection of its own each time when the one before is not answered. */
async function probe(list: Called, target: Target, seconds: number): Promise<Probe[]> {
  const pool = createPool(target.url)
  const began = performance.now()
  const probes: Promise<Probe>[] = []
  await atPace({ perSecond: 1000 / PROBE_EVERY_MS, calls: (seconds * 1000) / PROBE_EVERY_MS }, () => {
    const sent = performance.now()
    const made = ({ status }: { status: number }) => ({
      ...{ afterMs: sent - began, tookMs: performance.now() - sent, status },
    })
    const tooLate = pause(LATE_MS, { status: 0 })
    const answer = pool.send(nextRequest(list, target).request).catch(() => ({ status: 0 }))
    probes.push(Promise.race([answer, tooLate]).then(made))
  })
  const made = await Promise.all(probes)
  pool.close()
  return made
}

/** Sends each request over a connection without a request, and opens another one when there is none. */
function createPool(url: string, free: Connection[] = []) {
  const all = new Set(free)
  async function take(): Promise<Connection> {
    for (let connection = free.pop(); connection; connection = free.pop()) if (connection.isOpen) return connection
    const [opened] = await openConnections(url, 1)
    if (!opened) throw new Error('No connection was opened.')
    all.add(opened)
    return opened
  }
  return {
    /** Rejects with the reason why there is no answer. */
    async send(request: Buffer): Promise<Answer> {
      const connection = await take().catch(() => Promise.reject('not connected' satisfies Unanswered))
      const answer = await connection.send(request).catch(() => Promise.reject('closed' satisfies Unanswered))
      free.push(connection)
      return answer
    },
    opened: () => all.size,
    close() {
      for (const connection of all) connection.close()
    },
  }
}

let running: ReturnType<typeof createLoad> | undefined

async function answerTo(asked: AskLoad): Promise<unknown> {
  switch (asked.ask) {
    case 'begin':
      running = createLoad(callsOf(asked.subjects), { url: asked.url })
      return
    case 'warm':
      return running?.warm()
    case 'probe':
      return running?.probe(asked.seconds)
    case 'serve':
      return running?.serve(asked.seconds)
    case 'overload':
      return running?.overload(asked)
  }
}

if (process.send) {
  process.on('disconnect', () => process.exit())
  process.on('message', (asked: AskLoad) => {
    void answerTo(asked).then((answer) => process.send?.({ answer }))
  })
}
