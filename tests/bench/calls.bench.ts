/**
 * Measures four calls of the API against a bare program that does the same on the same tables, in turn: latency alone,
 * throughput, waits for PostgreSQL, its planning and execution, and processor times. Then a flood of one organization's
 * texts, the way of a text to a screen, and the way of a reply to the carrier.
 *
 * `CALLS_PARTS` selects parts (`calls,flood,screens,reply`), `CALLS_ROUNDS` and `CALLS_SECONDS` shorten a run.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../support/until.ts'
import type { Waits } from './call-waits.ts'
import { type Called, type Done, describeCalls, type FourCalls, load } from './calls-load.ts'
import { measureReplies, measureScreens } from './calls-paths.ts'
import { type CallsWorld, openCallsWorld, type Program } from './calls-world.ts'
import { type PostgresTimes, timesIn } from './postgres-times.ts'
import { median, ms, type Row, ratio } from './statistics.ts'

const ROUNDS = Number(process.env.CALLS_ROUNDS ?? 3)
const SECONDS = Number(process.env.CALLS_SECONDS ?? 10)
const PARTS = (process.env.CALLS_PARTS ?? 'calls,flood,screens,reply').split(',')

const AT_ONCE = 16
const FLOOD_AT_ONCE = 32
const SPLIT_CALLS = 100
const WARM_CALLS = 300

/** The aims: at least this share of the bare program's throughput, at most this multiple of its latency. */
const SHARE = { list: 0.25, texts: 0.5 }
const MULTIPLE = { list: 4 }
const WAITS = { list: 3, messages: 3, star: 8, text: 5 } as const
const TEXT_PROCESSOR_MS = 1.2

export async function benchCalls(): Promise<Row[]> {
  const world = await openCallsWorld()
  try {
    const four = await describeCalls(world)
    const rows: Row[] = []
    if (PARTS.includes('calls'))
      for (const name of ['list', 'messages', 'star', 'text'] as const)
        rows.push(...(await measureCall(world, four[name], WAITS[name])))
    if (PARTS.includes('flood')) rows.push(...(await measureFlood(world, four)))
    if (PARTS.includes('screens')) rows.push(...(await measureScreens(world, four.text, SECONDS)))
    if (PARTS.includes('reply')) rows.push(await measureReplies(world))
    return rows
  } finally {
    await world.stop()
  }
}

interface Turn extends Done {
  /** Milliseconds of processor time per answered call. */
  readonly node: number
  readonly postgres: number
}

/** One turn of a program; the dispatcher's work for its texts belongs to it. */
async function takeTurn(world: CallsWorld, called: Called, program: Program, how: Parameters<typeof load>[2]) {
  const before = { node: await program.processor(), postgres: world.postgresProcessor() }
  const done = await load(called, program, how)
  if (called.isWrite) await isDispatched(world)
  const [node, postgres] = [await program.processor(), world.postgresProcessor()]
  const perCall = (from: number, to: number) => (to - from) / done.latencies.length
  return { ...done, node: perCall(before.node, node), postgres: perCall(before.postgres, postgres) } satisfies Turn
}

/** Resolves when the relay has every event of the product. */
async function isDispatched({ product, query }: CallsWorld): Promise<void> {
  await until(async () => {
    const late = await query(
      product,
      `select from relay_cursors join organization_heads as head using (organization_id) where relay_cursors.seq < head.seq`,
    )
    return late.length === 0
  }, 60_000)
}

/** Both programs take turns, and begin a round in turn. */
async function inTurns<T>(
  { product, bare }: CallsWorld,
  work: (program: Program) => Promise<T>,
): Promise<{ product: T; bare: T }[]> {
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) {
    const first = await work(round % 2 === 0 ? product : bare)
    const second = await work(round % 2 === 0 ? bare : product)
    rounds.push(round % 2 === 0 ? { product: first, bare: second } : { product: second, bare: first })
  }
  return rounds
}

interface Compared {
  readonly product: number
  readonly bare: number
  readonly ratio: number
}

/** The medians of the rounds, and the median of the rounds' ratios. */
function compare<T>(rounds: readonly { product: T; bare: T }[], figure: (one: T) => number): Compared {
  return {
    product: median(rounds.map(({ product }) => figure(product))),
    bare: median(rounds.map(({ bare }) => figure(bare))),
    ratio: median(rounds.map(({ product, bare }) => figure(product) / figure(bare))),
  }
}

async function measureCall(world: CallsWorld, called: Called, waitsMost: number): Promise<Row[]> {
  for (const program of [world.product, world.bare]) await load(called, program, { atOnce: AT_ONCE, calls: WARM_CALLS })
  const alone = await inTurns(world, (program) => takeTurn(world, called, program, { atOnce: 1, seconds: SECONDS / 2 }))
  const busy = await inTurns(world, (program) =>
    takeTurn(world, called, program, { atOnce: AT_ONCE, seconds: SECONDS / 2 }),
  )
  const own = await split(world, called, world.product)
  const bare = await split(world, called, world.bare)
  const { name } = called
  const latency = compare(alone, ({ latencies }) => median(latencies))
  const throughput = compare(busy, ({ perSecond }) => perSecond)
  const isList = name === 'list'
  const node = compare(busy, (turn) => turn.node)
  const postgres = compare(busy, (turn) => turn.postgres)
  const refused = busy.reduce((sum, { product }) => sum + product.refused, 0)
  return [
    {
      ...{ what: `${name}, alone, p50`, figure: ms(latency.product), baseline: `bare ${ms(latency.bare)}` },
      ratio: ratio(latency.ratio, 1),
      ...(isList && { aim: `${MULTIPLE.list} × or less`, isMissed: latency.ratio > MULTIPLE.list }),
    },
    {
      what: `${name}, ${AT_ONCE} at once${refused > 0 ? `, refused ${refused}` : ''}`,
      ...{ figure: perSecond(throughput.product), baseline: `bare ${perSecond(throughput.bare)}` },
      ratio: ratio(throughput.ratio, 1),
      ...(isList && { aim: `${SHARE.list} × or more`, isMissed: throughput.ratio < SHARE.list }),
    },
    {
      ...{ what: `${name}, waits (statements, behind it)`, figure: waitsOf(own), baseline: `bare ${waitsOf(bare)}` },
      ratio: ratio(own.waits, bare.waits),
      ...{ aim: `${waitsMost} waits or fewer`, isMissed: own.waits > waitsMost },
    },
    {
      what: `${name}, PostgreSQL parses and plans`,
      ...{ figure: ms(own.planning), baseline: `bare ${ms(bare.planning)}`, ratio: ratio(own.planning, bare.planning) },
    },
    {
      what: `${name}, PostgreSQL executes`,
      figure: ms(own.executing),
      ...{ baseline: `bare ${ms(bare.executing)}`, ratio: ratio(own.executing, bare.executing) },
    },
    {
      ...{ what: `${name}, processor of Node`, figure: ms(node.product), baseline: `bare ${ms(node.bare)}` },
      ratio: ratio(node.ratio, 1),
    },
    {
      ...{
        what: `${name}, processor of PostgreSQL`,
        figure: ms(postgres.product),
        baseline: `bare ${ms(postgres.bare)}`,
      },
      ratio: ratio(postgres.ratio, 1),
    },
  ]
}

interface Split extends PostgresTimes {
  readonly waits: number
  readonly statements: number
  /** The statements that the call does not wait for: those of the dispatcher, the relay and the workers. */
  readonly behind: number
}

/** Counts one call after another; the times of PostgreSQL are those of its log and include what the commits wake. */
async function split(world: CallsWorld, called: Called, program: Program): Promise<Split> {
  const { product, query, log } = world
  const setting = async (words: string) => {
    await query(product, words)
    await query(product, 'select pg_reload_conf()')
    // Each backend reads the setting before its next statement; the server has signalled them all by then.
    await pause(200)
  }
  await setting('alter system set log_min_duration_statement = 0')
  await program.ask({ ask: 'count' })
  const from = log().length
  const { latencies } = await load(called, program, { atOnce: 1, calls: SPLIT_CALLS })
  const counted = await program.ask<Waits & { elsewhere: number }>({ ask: 'waits', path: called.path })
  const times = timesIn(log().slice(from))
  await setting('alter system reset log_min_duration_statement')
  const calls = latencies.length
  return {
    ...{ planning: times.planning / calls, executing: times.executing / calls },
    ...{ waits: counted.waits / calls, statements: counted.statements / calls, behind: counted.elsewhere / calls },
  }
}

async function measureFlood(world: CallsWorld, { text }: FourCalls): Promise<Row[]> {
  const rounds = await inTurns(world, (program) =>
    takeTurn(world, text, program, { atOnce: FLOOD_AT_ONCE, seconds: SECONDS }),
  )
  const accepted = compare(rounds, ({ perSecond }) => perSecond)
  const postgres = compare(rounds, (turn) => turn.postgres)
  const refused = rounds.reduce((sum, { product }) => sum + product.refused, 0)
  return [
    {
      what: `texts of one organization accepted, ${FLOOD_AT_ONCE} at once${refused > 0 ? `, refused ${refused}` : ''}`,
      ...{ figure: perSecond(accepted.product), baseline: `bare ${perSecond(accepted.bare)}` },
      ...{ ratio: ratio(accepted.ratio, 1), aim: `${SHARE.texts} × or more`, isMissed: accepted.ratio < SHARE.texts },
    },
    {
      ...{ what: '… processor of PostgreSQL for a text', figure: ms(postgres.product) },
      ...{ baseline: `bare ${ms(postgres.bare)}`, ratio: ratio(postgres.ratio, 1) },
      ...{ aim: `under ${TEXT_PROCESSOR_MS} ms`, isMissed: postgres.product >= TEXT_PROCESSOR_MS },
    },
  ]
}

const perSecond = (value: number) => `${value.toFixed(0)}/s`

function waitsOf({ waits, statements, behind }: Split): string {
  return `${waits.toFixed(1)} (${statements.toFixed(1)}, ${behind.toFixed(1)})`
}
