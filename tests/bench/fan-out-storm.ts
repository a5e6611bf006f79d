/**
 * A relay is killed and returns: all of its 2,000 clients connect at the moment it listens, each with its own token and
 * the former relay's ticket, and get the 20 updates that they missed. Measures the time until the last one has its
 * answer.
 */
import { BOTH_CORES, type Load, startHost } from './fan-out-hosts.ts'
import { median, type Row } from './statistics.ts'

const CLIENTS = 2_000
const MISSED = 20
const TIMES = 3
/** The longest time, as a multiple of the time that bare Socket.IO takes. */
const MOST_RATIO = 1.6

export async function benchStorm(load: Load): Promise<Row[]> {
  const ours: number[] = []
  const onBoth: number[] = []
  const withoutTickets: number[] = []
  const theirs: number[] = []
  const checks: number[] = []
  for (let time = 0; time < TIMES; time++) {
    ours.push(await returnToRelay(load))
    withoutTickets.push(await returnToRelay(load, { hasTickets: false }))
    onBoth.push(await returnToRelay(load, { cores: BOTH_CORES }))
    theirs.push(await returnToSocketIo(load))
    checks.push((await load.check(CLIENTS)).ms)
  }
  const what = `${CLIENTS.toLocaleString('en')} clients back after a restart, caught up`
  return [
    {
      what,
      figure: seconds(median(ours)),
      baseline: `Socket.IO, only connected ${seconds(median(theirs))}`,
      ratio: `${(median(ours) / median(theirs)).toFixed(2)} ×`,
      aim: `${MOST_RATIO} × or less`,
      isMissed: median(ours) > MOST_RATIO * median(theirs),
    },
    { what: '… without tickets', figure: seconds(median(withoutTickets)) },
    { what: '… the relay on both cores', figure: seconds(median(onBoth)) },
    { what: '… their signatures checked, nothing else', figure: seconds(median(checks)) },
  ]
}

interface Return {
  readonly cores?: string
  readonly hasTickets?: boolean
}

async function returnToRelay(load: Load, { cores, hasTickets = true }: Return = {}): Promise<number> {
  const first = await startHost({ kind: 'relay', publicKey: load.publicKey })
  const { head } = await load.open('before', first, { count: CLIENTS })
  await first.stop()
  await load.close('before')
  const { publicKey } = load
  const second = await startHost({ kind: 'relay', port: first.port, head: head + MISSED, publicKey }, cores)
  try {
    const opened = await load.open('after', second, { count: CLIENTS, after: head, isAtOnce: true, hasTickets })
    if (opened.head !== head + MISSED) throw new Error(`Caught up to ${opened.head} of ${head + MISSED}`)
    return opened.ms
  } finally {
    await load.close('after')
    await second.stop()
  }
}

/** Uses the relay's listen backlog, so that the kernel does not make the clients wait. */
async function returnToSocketIo(load: Load): Promise<number> {
  const host = await startHost({ kind: 'socket.io' })
  try {
    return (await load.open('after', host, { count: CLIENTS, isAtOnce: true })).ms
  } finally {
    await load.close('after')
    await host.stop()
  }
}

const seconds = (value: number) => `${(value / 1_000).toFixed(2)} s`
