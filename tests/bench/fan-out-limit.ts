/**
 * Measures a thousand subscribers of one organization: the relay, a plain `ws` loop and Socket.IO's own broadcast, in
 * turns.
 */
import { type Host, type Load, startHost } from './fan-out-hosts.ts'
import { ask, type Driven, type Usage } from './fan-out-wire.ts'
import { median, ms, quantile, type Row } from './statistics.ts'

const SUBSCRIBERS = 1_000
const ROUNDS = 3
const WARM_MS = 300

/** The relay twice: without its frame window, to find its limit, and with its default settings. */
type Name = 'ws' | 'socket.io' | 'relay' | 'relay, 16 ms'

const EACH_ITS_OWN = Number.MAX_SAFE_INTEGER
const LIMIT: readonly Name[] = ['ws', 'socket.io', 'relay']
/** `keys`: the number of conversations that the updates rotate over. */
const WAYS = {
  one: { names: LIMIT, keys: EACH_ITS_OWN, forMs: 1_000, drive: { ask: 'outstanding', outstanding: 1 } },
  pending: {
    names: [...LIMIT, 'relay, 16 ms'],
    keys: EACH_ITS_OWN,
    forMs: 1_000,
    drive: { ask: 'outstanding', outstanding: 16 },
  },
  hot: { names: ['relay, 16 ms'], keys: 20, forMs: 1_000, drive: { ask: 'pace', perSecond: 4_000 } },
  calm: {
    names: ['ws', 'socket.io', 'relay, 16 ms'],
    keys: EACH_ITS_OWN,
    forMs: 2_000,
    drive: { ask: 'pace', perSecond: 20 },
  },
} as const satisfies Record<string, Way>

interface Way {
  readonly names: readonly Name[]
  readonly keys: number
  readonly forMs: number
  readonly drive: { ask: 'outstanding'; outstanding: number } | { ask: 'pace'; perSecond: number }
}

interface Measured {
  readonly perSecond: number
  /** Seconds of server CPU per million deliveries. */
  readonly cpu: number
  readonly p50: number
  readonly p99: number
  readonly busy: number
}

/** The figures by way and name, one per round. */
type Found = (way: keyof typeof WAYS, name: Name, figure: keyof Measured) => number[]

export async function benchLimit(load: Load): Promise<Row[]> {
  const hosts = new Map<Name, Host>()
  try {
    for (const name of [...LIMIT, 'relay, 16 ms'] as const) {
      const env = { RELAY_WINDOW_MS: name === 'relay' ? '0' : '16' }
      const kind = name === 'relay, 16 ms' ? 'relay' : name
      const host = await startHost({ kind, env, publicKey: load.publicKey })
      hosts.set(name, host)
      await load.open(name, host, { count: SUBSCRIBERS })
    }
    return rowsOf(await runAll(load, hosts))
  } finally {
    for (const name of hosts.keys()) await load.close(name)
    for (const host of hosts.values()) await host.stop()
  }
}

async function runAll(load: Load, hosts: ReadonlyMap<Name, Host>): Promise<Found> {
  const all = new Map<string, Measured[]>()
  for (let round = -1; round < ROUNDS; round++) {
    for (const [way, { names, ...how }] of Object.entries<Way>(WAYS)) {
      for (const name of names) {
        const host = hosts.get(name)
        if (!host) continue
        const measured = await run(load, host, name, round < 0 ? { ...how, forMs: WARM_MS } : how)
        if (round >= 0) all.set(`${way} ${name}`, [...(all.get(`${way} ${name}`) ?? []), measured])
      }
    }
  }
  return (way, name, figure) => (all.get(`${way} ${name}`) ?? []).map((one) => one[figure])
}

async function run(load: Load, { child }: Host, name: Name, how: Omit<Way, 'names'>): Promise<Measured> {
  await ask(child, { ask: 'keys', keys: how.keys })
  const before = await ask<Usage>(child, { ask: 'usage' })
  const driven = await ask<Driven>(load.child, { ...how.drive, name, forMs: how.forMs })
  const after = await ask<Usage>(child, { ask: 'usage' })
  return {
    perSecond: (driven.deliveries * 1_000) / driven.ms,
    cpu: (after.cpu - before.cpu) / driven.deliveries,
    p50: quantile(driven.samples, 0.5),
    p99: quantile(driven.samples, 0.99),
    busy: driven.busy,
  }
}

const thousands = (value: number) => `${Math.round(value / 1_000).toLocaleString('en')},000/s`
const seconds = (value: number) => `${value.toFixed(2)} s`

function rowsOf(found: Found): Row[] {
  const row = (
    what: string,
    mine: number[],
    theirs: number[],
    say: (value: number) => string,
    against: string,
    aim?: Aim,
  ) => compared({ what, mine, theirs, say, against, aim })
  const perSecond = (way: 'one' | 'pending', name: Name) => found(way, name, 'perSecond')
  const cpu = (way: 'one' | 'pending' | 'hot', name: Name) => found(way, name, 'cpu')
  const calm = (name: Name, figure: 'p50' | 'p99') => found('calm', name, figure)
  const busiest = Math.max(
    ...LIMIT.flatMap((name) => [...found('one', name, 'busy'), ...found('pending', name, 'busy')]),
  )
  return [
    row(
      'deliveries/s, 16 updates outstanding',
      perSecond('pending', 'relay'),
      perSecond('pending', 'ws'),
      thousands,
      'ws',
      { least: 6 },
    ),
    row('… beside Socket.IO', perSecond('pending', 'relay'), perSecond('pending', 'socket.io'), thousands, 'Socket.IO'),
    row(
      '… with the window of 16 ms',
      perSecond('pending', 'relay, 16 ms'),
      perSecond('pending', 'ws'),
      thousands,
      'ws',
    ),
    row('deliveries/s, one update outstanding', perSecond('one', 'relay'), perSecond('one', 'ws'), thousands, 'ws', {
      least: 1,
    }),
    row('…, one, beside Socket.IO', perSecond('one', 'relay'), perSecond('one', 'socket.io'), thousands, 'Socket.IO', {
      least: 1.15,
    }),
    row('CPU of a million deliveries, one outstanding', cpu('one', 'relay'), cpu('one', 'ws'), seconds, 'ws', {
      most: 1,
    }),
    row('CPU of a million deliveries, 16 outstanding', cpu('pending', 'relay'), cpu('pending', 'ws'), seconds, 'ws', {
      most: 0.2,
    }),
    row(
      'CPU of a million deliveries, conflated',
      cpu('hot', 'relay, 16 ms'),
      cpu('pending', 'ws'),
      (value) => `${value.toFixed(3)} s`,
      'ws, 16 outstanding',
      { most: 0.05 },
    ),
    row('delivery at 20 updates/s, p50', calm('relay, 16 ms', 'p50'), calm('ws', 'p50'), ms, 'ws', { most: 1.15 }),
    row('delivery at 20 updates/s, p99', calm('relay, 16 ms', 'p99'), calm('ws', 'p99'), ms, 'ws', { most: 1.15 }),
    { what: "the load client's own core, at most busy", figure: `${Math.round(busiest * 100)} %` },
  ]
}

type Aim = { readonly least: number } | { readonly most: number }

/** Figures are medians of the rounds; the ratio is the median of the rounds' ratios. */
function compared(parts: {
  readonly what: string
  readonly mine: readonly number[]
  readonly theirs: readonly number[]
  readonly say: (value: number) => string
  readonly against: string
  readonly aim: Aim | undefined
}): Row {
  const { what, mine, theirs, say, against, aim } = parts
  const ratio = median(mine.map((value, index) => value / (theirs[index] ?? Number.NaN)))
  const row = {
    what,
    figure: say(median(mine)),
    baseline: `${against} ${say(median(theirs))}`,
    ratio: `${ratio.toFixed(2)} ×`,
  }
  if (!aim) return row
  const isMissed = 'least' in aim ? ratio < aim.least : ratio > aim.most
  return { ...row, aim: 'least' in aim ? `${aim.least} × or more` : `${aim.most} × or less`, isMissed }
}
