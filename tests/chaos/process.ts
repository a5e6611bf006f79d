/** One process of the world that tests can kill, freeze and restart. It restarts on the same port, as under a supervisor. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

interface Command {
  readonly name: string
  readonly program: string
  readonly parameters: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Whether the process accepts work now. */
  readonly isReady: () => Promise<boolean>
  /** The longest time from the start until it is ready. */
  readonly readyMs?: number
}

/** A process that ended although the test had not ended it, or with an error when the test did. */
export interface Crash {
  readonly name: string
  /** The exit code, or the signal that ended the process. */
  readonly by: number | NodeJS.Signals | null
  /** Milliseconds between the signal to end and the end; null without a signal. */
  readonly endingMs: number | null
  readonly lastWords: () => string
}

export interface WorldProcess {
  readonly name: string
  /** 0 while the process is not running. */
  readonly pid: number
  /** When the process last ended; 0 before the first end. */
  readonly diedAt: number
  /** Everything that it printed, over all restarts. */
  readonly output: () => string
  readonly isUp: () => boolean
  /** Over all restarts. A start that fails before the process is ready is no crash, because a dependency may be down. */
  readonly crashes: readonly Crash[]
  /** Starts it with these settings in addition to its own; resolves when it is ready. */
  start(env?: Readonly<Record<string, string>>): Promise<void>
  /** Sends SIGKILL, so that no signal handler runs; resolves when the process is gone. */
  kill(): Promise<void>
  /** Sends SIGTERM, as a rollout does. */
  end(): Promise<void>
  /** The process hangs: its connections stay open and it answers nothing. */
  freeze(): void
  thaw(): void
}

const READY_MS = 30_000
const END_MS = 12_000
const LAST_WORDS = 400

/** These child processes are killed when this process exits. */
const alive = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})

/** Holds the code that earlier processes have compiled: a third of the work of a start. */
const { NODE_COMPILE_CACHE } = process.env
const COMPILED = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }

export function createProcess({ name, program, parameters, env, isReady, readyMs = READY_MS }: Command): WorldProcess {
  let child: ChildProcess | undefined
  const output: string[] = []
  const crashes: Crash[] = []
  const wasReady = new WeakSet<ChildProcess>()
  /** The processes that got a signal to end, with the signal and its time. */
  const ending = new WeakMap<ChildProcess, { readonly signal: NodeJS.Signals; readonly at: number }>()
  let diedAt = 0
  const isUp = () => child !== undefined && child.exitCode === null && child.signalCode === null

  function launch(more: Readonly<Record<string, string>>) {
    const started = spawn(program, [...parameters], {
      env: { PATH: process.env.PATH, ...COMPILED, ...env, ...more } as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    alive.add(started)
    const said: string[] = []
    started.once('exit', (code, signal) => {
      alive.delete(started)
      diedAt = Date.now()
      const ended = ending.get(started)
      const isRight = ended ? ended.signal === 'SIGKILL' || code === 0 : !wasReady.has(started)
      if (isRight) return
      const endingMs = ended ? Math.round(performance.now() - ended.at) : null
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
    // A frozen process handles no other signal.
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
      const deadline = performance.now() + readyMs
      while (!(isUp() && (await isReady().catch(() => false)))) {
        // If a dependency was still down, the process has exited: start it once more.
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
