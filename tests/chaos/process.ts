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

export interface WorldProcess {
  readonly name: string
  /** Of its present life; 0 while it has none. */
  readonly pid: number
  /** When the last of its lives ended; 0 while it is in its first. */
  readonly diedAt: number
  /** Everything that it has printed, in all of its lives. */
  readonly output: () => string
  readonly isUp: () => boolean
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

/** What still lives when this process ends, in whatever way, is ended with it. */
const alive = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})

export function createProcess({ name, program, parameters, env, isReady }: Command): WorldProcess {
  let child: ChildProcess | undefined
  const output: string[] = []
  let diedAt = 0
  const isUp = () => child !== undefined && child.exitCode === null && child.signalCode === null

  function launch(more: Readonly<Record<string, string>>) {
    const started = spawn(program, [...parameters], {
      env: { PATH: process.env.PATH, ...env, ...more } as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    alive.add(started)
    started.once('exit', () => {
      alive.delete(started)
      diedAt = Date.now()
    })
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk: Buffer) => void output.push(chunk.toString('utf8')))
  }

  async function gone(signal: NodeJS.Signals) {
    const ending = child
    if (!ending || !isUp()) return
    const left = once(ending, 'exit')
    ending.kill(signal)
    // Who is frozen hears no other signal.
    ending.kill('SIGCONT')
    const patience = setTimeout(() => ending.kill('SIGKILL'), END_MS)
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
    async start(more = {}) {
      const deadline = performance.now() + READY_MS
      while (!(isUp() && (await isReady().catch(() => false)))) {
        // What it needs may still be away: then it is started once more.
        if (!isUp()) launch(more)
        if (performance.now() > deadline)
          throw new Error(`${name} was not ready in time:\n${output.join('').slice(-2000)}`)
        await pause(25)
      }
    },
    kill: () => gone('SIGKILL'),
    end: () => gone('SIGTERM'),
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  }
}
