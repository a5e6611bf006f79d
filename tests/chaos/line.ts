/** A line between two processes, which can be cut, refuse, swallow, be slow and be narrow: a small TCP proxy. */
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../support/free-port.ts'

type LineState = 'open' | 'refuse' | 'swallow'

export interface Line {
  readonly name: string
  readonly port: number
  /** `refuse`: nobody listens. `swallow`: connections stand and not a byte passes. */
  turn(state: LineState): Promise<void>
  /** Each piece that long later. */
  delay(ms: number): void
  /**
   * So many bytes a second on each connection, each way; 0 is as many as come. What doesn't fit waits with whoever
   * sent it: of a connection no more than two readings wait here. When somebody hangs up,
   * they go at once.
   */
  narrow(bytesPerS: number): void
  /** Every connection breaks now; new ones are taken. */
  cut(): void
  close(): Promise<void>
}

/** What is narrow passes in drops of so long: often enough that nobody takes it for a pause. */
const DROP_MS = 100

/** `targets` in the order in which they are tried. */
export async function openLine(name: string, targets: () => readonly number[]): Promise<Line> {
  let state: LineState = 'open'
  let delayMs = 0
  let bytesPerS = 0
  let server: Server | undefined
  // While nobody listens there, nobody's own connection gets it: those who try to reach it would meet themselves.
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
    /** What was said before the end still arrives. */
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

  /** What is slow arrives late, never out of turn: a piece waits for those before it, also once the line is fast again. */
  function pass(from: Socket, to: Socket) {
    /** In front of what is narrow, where it is read no further meanwhile; and behind it, on the way. */
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
      // Whichever timer comes first, the oldest piece goes.
      setTimeout(() => late.splice(0, 1).forEach(give), delayMs)
    }
    /** Drop by drop, whatever waits; then it is read on. */
    function drip() {
      const [first] = queued
      isDripping = first !== undefined
      if (!first) return readOn()
      const isNarrow = bytesPerS > 0
      const size = isNarrow ? Math.min(first.length, Math.ceil((bytesPerS * DROP_MS) / 1000)) : first.length
      const now = performance.now()
      // Counted on from when it was free: a timer that comes late doesn't make it narrower.
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
