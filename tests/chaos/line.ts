/** A small TCP proxy between two processes that can cut, refuse or hold connections, delay bytes and limit their rate. */
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../support/free-port.ts'

type LineState = 'open' | 'refuse' | 'swallow'

export interface Line {
  readonly name: string
  readonly port: number
  /** `refuse`: the port is closed. `swallow`: connections stay open and no byte passes. */
  turn(state: LineState): Promise<void>
  /** Delays each chunk by this time. */
  delay(ms: number): void
  /**
   * Limits each connection to this many bytes a second in each direction; 0 is no limit. The rest waits at the sender: the proxy
   * holds at most two chunks of a connection. When one end hangs up, it forwards them at once.
   */
  narrow(bytesPerS: number): void
  /** Breaks every connection now; new ones are accepted. */
  cut(): void
  close(): Promise<void>
}

/** A limited line forwards a portion at this interval: short enough that no end takes it for silence. */
const DROP_MS = 100

/** Tries `targets` in their order. */
export async function openLine(name: string, targets: () => readonly number[]): Promise<Line> {
  let state: LineState = 'open'
  let delayMs = 0
  let bytesPerS = 0
  let server: Server | undefined
  // A free port outside of the ephemeral range: while the line is closed, a client that dials it could otherwise connect to itself.
  const port = await freePort()
  const pairs = new Set<{ near: Socket; far: Socket | null }>()

  async function listen() {
    server = createServer(take)
    server.listen(port, '127.0.0.1', 4096)
    await once(server, 'listening')
  }

  async function silence() {
    const closing = server
    server = undefined
    if (!closing) return
    closing.close()
    cut()
    await once(closing, 'close')
  }

  function take(near: Socket) {
    const pair: { near: Socket; far: Socket | null } = { near, far: null }
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      near.destroy()
      pair.far?.destroy()
    }
    /** Bytes sent before the end still arrive. */
    const finish = () => {
      pairs.delete(pair)
      near.destroySoon()
      pair.far?.destroySoon()
    }
    near.setNoDelay(true)
    near.on('error', end)
    near.on('close', finish)
    near.pause()
    reach([...targets()])

    function reach([target, ...others]: number[]) {
      if (near.destroyed) return
      if (target === undefined) return end()
      const far = connect(target, '127.0.0.1')
      far.setNoDelay(true)
      far.once('error', () => (pair.far === far ? end() : reach(others)))
      far.once('connect', () => {
        if (near.destroyed) return far.destroy()
        pair.far = far
        far.on('error', end)
        far.on('close', finish)
        pass(near, far)
        pass(far, near)
        if (state === 'swallow') hold(pair, true)
        else near.resume()
      })
    }
  }

  /** Keeps the order of chunks: a chunk waits for those before it, also after the delay was removed. */
  function pass(from: Socket, to: Socket) {
    /** `queued` waits for the rate limit, while reading is paused; `late` waits for the delay. */
    const queued: Buffer[] = []
    const late: Buffer[] = []
    let isDripping = false
    let freeAt = 0

    const give = (piece: Buffer) => {
      if (to.destroyed || to.write(piece)) return
      from.pause()
      to.once('drain', readOn)
    }
    const readOn = () => {
      if (state !== 'swallow' && !isDripping && !to.writableNeedDrain) from.resume()
    }
    const send = (piece: Buffer) => {
      if (delayMs === 0 && late.length === 0) return give(piece)
      late.push(piece)
      // Whichever timer fires first sends the oldest chunk.
      setTimeout(() => late.splice(0, 1).forEach(give), delayMs)
    }
    /** Forwards the queue in portions, then reads on. */
    function drip() {
      const [first] = queued
      isDripping = first !== undefined
      if (!first) return readOn()
      const isNarrow = bytesPerS > 0
      const size = isNarrow ? Math.min(first.length, Math.ceil((bytesPerS * DROP_MS) / 1000)) : first.length
      const now = performance.now()
      // Counted from when the line was free, so that a late timer doesn't lower the rate.
      freeAt = Math.max(freeAt, now) + (isNarrow ? (size / bytesPerS) * 1000 : 0)
      setTimeout(() => {
        const piece = queued.shift()
        if (piece) send(piece.subarray(0, size))
        if (piece && piece.length > size) queued.unshift(piece.subarray(size))
        drip()
      }, freeAt - now)
    }

    from.on('data', (piece: Buffer) => {
      if (bytesPerS === 0 && !isDripping) return send(piece)
      queued.push(piece)
      from.pause()
      if (!isDripping) drip()
    })
    from.prependListener('close', () => [...late.splice(0), ...queued.splice(0)].forEach(give))
  }

  function hold({ near, far }: { near: Socket; far: Socket | null }, isHeld: boolean) {
    for (const end of [near, far]) isHeld ? end?.pause() : end?.resume()
  }

  function cut() {
    for (const { near, far } of [...pairs]) {
      near.destroy()
      far?.destroy()
    }
  }

  await listen()
  return {
    name,
    port,
    async turn(to) {
      const was = state
      state = to
      if (to === 'refuse') return silence()
      if (was === 'refuse') await listen()
      for (const pair of pairs) if (pair.far) hold(pair, to === 'swallow')
    },
    delay(ms) {
      delayMs = ms
    },
    narrow(to) {
      bytesPerS = to
    },
    cut,
    close: silence,
  }
}
