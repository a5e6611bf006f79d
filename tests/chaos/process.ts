/** One process of the world, with hands to hurt it. It comes back on the same port, as whoever watches over it would see to. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

interface Command {
  readonly name: string
  readonly program: string
  readonly parameters: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Whether it takes work now. */
  readonly isReady: () => Promise<boolean>
}

/** It ended where nobody had ended it so. */
export interface Crash {
  readonly name: string
  /** Its exit code, or the signal that it took. */
  readonly by: number | NodeJS.Signals | null
  /** For how long it had been told to end; null where nobody had told it. */
  readonly endingMs: number | null
  readonly lastWords: () => string
}

export interface WorldProcess {
  readonly name: string
  /** Of its present life; 0 while it has none. */
  readonly pid: number
  /** When the last of its lives ended; 0 while it is in its first. */
  readonly diedAt: number
  /** Everything that it has printed, in all of its lives. */
  readonly output: () => string
  readonly isUp: () => boolean
  /** In all of its lives. A start that fails before it is ready is none: what it needs may be away. */
  readonly crashes: readonly Crash[]
  /** Starts it, on top of its own settings with these; resolves when it is ready. */
  start(env?: Readonly<Record<string, string>>): Promise<void>
  /** Resolves when it is gone: no signal handler runs. */
  kill(): Promise<void>
  /** As whoever rolls out a new version does. */
  end(): Promise<void>
  /** It hangs: its connections stay, and nothing answers. */
  freeze(): void
  thaw(): void
}

const READY_MS = 30_000
const END_MS = 12_000
const LAST_WORDS = 400

/** What still lives when this process ends, in whatever way, is ended with it. */
const alive = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})

export function createProcess({ name, program, parameters, env, isReady }: Command): WorldProcess {
  let child: ChildProcess | undefined
  const output: string[] = []
  const crashes: Crash[] = []
  const wasReady = new WeakSet<ChildProcess>()
  /** Those that were told to, by what and since when. */
  const ending = new WeakMap<ChildProcess, { readonly signal: NodeJS.Signals; readonly at: number }>()
  let diedAt = 0
  const isUp = () => child !== undefined && child.exitCode === null && child.signalCode === null

  function launch(more: Readonly<Record<string, string>>) {
    const started = spawn(program, [...parameters], {
      env: { PATH: process.env.PATH, ...env, ...more } as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    alive.add(started)
    const said: string[] = []
    started.once('exit', (code, signal) => {
      alive.delete(started)
      diedAt = Date.now()
      const told = ending.get(started)
      const isRight = told ? told.signal === 'SIGKILL' || code === 0 : !wasReady.has(started)
      if (isRight) return
      const endingMs = told ? Math.round(performance.now() - told.at) : null
      crashes.push({ name, by: code ?? signal, endingMs, lastWords: () => said.join('').slice(-LAST_WORDS) })
    })
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk: Buffer) => {
        const words = chunk.toString('utf8')
        output.push(words)
        said.push(words)
      })
  }

  async function gone(signal: NodeJS.Signals) {
    const going = child
    if (!going || !isUp()) return
    ending.set(going, { signal, at: performance.now() })
    const left = once(going, 'exit')
    going.kill(signal)
    // Who is frozen hears no other signal.
    going.kill('SIGCONT')
    const patience = setTimeout(() => going.kill('SIGKILL'), END_MS)
    await left
    clearTimeout(patience)
  }

  return {
    name,
    get pid() {
      return isUp() ? (child?.pid ?? 0) : 0
    },
    get diedAt() {
      return diedAt
    },
    output: () => output.join(''),
    isUp,
    crashes,
    async start(more = {}) {
      const deadline = performance.now() + READY_MS
      while (!(isUp() && (await isReady().catch(() => false)))) {
        // What it needs may still be away: then it is started once more.
        if (!isUp()) launch(more)
        if (performance.now() > deadline)
          throw new Error(`${name} was not ready in time:\n${output.join('').slice(-2000)}`)
        await pause(25)
      }
      if (child) wasReady.add(child)
    },
    kill: () => gone('SIGKILL'),
    end: () => gone('SIGTERM'),
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  }
}
