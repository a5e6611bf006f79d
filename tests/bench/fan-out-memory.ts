/** Measures the memory of an idle connection: the server's resident memory with and without 5,000 of them. */
import { type Load, startHost } from './fan-out-hosts.ts'
import { ask, type Kind, type Usage } from './fan-out-wire.ts'
import type { Row } from './statistics.ts'

const CONNECTIONS = 5_000
/** Connected and closed before the first measurement, so that memory that is allocated once is not counted. */
const EARLIER = 500
const MOST_BYTES = 26_000
const MOST_RATIO = 1.2

export async function benchMemory(load: Load): Promise<Row[]> {
  const bare = await bytesEach(load, 'socket.io, request released')
  const kept = await bytesEach(load, 'socket.io')
  const ws = await bytesEach(load, 'ws')
  const relay = await bytesEach(load, 'relay')
  const what = `memory of a connection, ${CONNECTIONS.toLocaleString('en')} idle`
  return [
    {
      what,
      figure: kb(relay),
      baseline: `Socket.IO, request released ${kb(bare)}`,
      ratio: `${(relay / bare).toFixed(2)} ×`,
      aim: `26 kB, ${MOST_RATIO} × or less`,
      isMissed: relay > MOST_BYTES || relay / bare > MOST_RATIO,
    },
    { what: '… of Socket.IO as it is', figure: kb(kept), baseline: `ws ${kb(ws)}` },
  ]
}

async function bytesEach(load: Load, kind: Kind): Promise<number> {
  const host = await startHost({ kind, publicKey: load.publicKey })
  try {
    await load.open(kind, host, { count: EARLIER })
    await load.close(kind)
    const without = await ask<Usage>(host.child, { ask: 'idle' })
    await load.open(kind, host, { count: CONNECTIONS })
    const having = await ask<Usage>(host.child, { ask: 'idle' })
    await load.close(kind)
    return (having.bytes - without.bytes) / CONNECTIONS
  } finally {
    await host.stop()
  }
}

const kb = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`
