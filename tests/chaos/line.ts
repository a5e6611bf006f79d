/** A line between two processes, which can be cut, refuse, swallow and be slow: a small TCP proxy. */
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
  /** Every connection breaks now; new ones are taken. */
  cut(): void
  close(): Promise<void>
}

/** `targets` in the order in which they are tried. */
export async function openLine(name: string, targets: () => readonly number[]): Promise<Line> {
  let state: LineState = 'open'
  let delayMs = 0
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
    const waiting: (string | Buffer)[] = []
    const give = (piece: string | Buffer) => {
      if (to.destroyed || to.write(piece)) return
      from.pause()
      to.once('drain', () => state !== 'swallow' && from.resume())
    }
    from.on('data', (piece) => {
      if (delayMs === 0 && waiting.length === 0) return give(piece)
      waiting.push(piece)
      // Whichever timer comes first, the oldest piece goes.
      setTimeout(() => waiting.splice(0, 1).forEach(give), delayMs)
    })
    from.prependListener('close', () => waiting.splice(0).forEach(give))
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
    cut,
    close: silence,
  }
}
