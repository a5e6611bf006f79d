/**
 * The processes of the fan-out benchmark, each pinned to a core: servers share the first one, the load client has the
 * second. With `PROFILE=<folder>` each server writes a CPU profile there.
 */
import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type AskLoad, ask, type Kind, type Opened, type Serve, type Serving } from './fan-out-wire.ts'

export interface Host extends Serving {
  readonly kind: Kind
  readonly child: ChildProcess
  stop(): Promise<void>
}

/** Without taskset nothing is pinned, and a server's garbage collector may use another core. */
export const canPin = spawnSync('taskset', ['--version'], { stdio: 'ignore' }).status === 0

const SERVER_CORE = '0'
export const LOAD_CORE = '1'
export const BOTH_CORES = '0,1'

export async function startHost(serve: Pick<Serve, 'kind'> & Partial<Serve>, cores = SERVER_CORE): Promise<Host> {
  const child = start('./fan-out-server.ts', cores)
  const ports = await ask<Serving>(child, { port: 0, publicKey: {}, head: 1_000, env: {}, ...serve } satisfies Serve)
  return { ...ports, kind: serve.kind, child, stop: () => end(child) }
}

type Openly = Pick<AskLoad & { ask: 'open' }, 'count' | 'after' | 'isAtOnce' | 'hasTickets'>

export type Load = Awaited<ReturnType<typeof startLoad>>

export async function startLoad() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const child = start('./fan-out-load.ts', LOAD_CORE)
  await ask(child, privateKey.export({ type: 'pkcs8', format: 'pem' }) as unknown as object)
  return {
    child,
    publicKey: publicKey.export({ format: 'jwk' }) as object,
    open: (name: string, { kind, port, controlPort }: Host, how: Openly) =>
      ask<Opened>(child, { ask: 'open', name, kind, port, controlPort, ...how } satisfies AskLoad),
    /** Measures how long checking this many token signatures takes, one after another. */
    check: (tokens: number) => ask<{ ms: number }>(child, { ask: 'check', tokens } satisfies AskLoad),
    close: (name: string) => ask(child, { ask: 'close', name } satisfies AskLoad),
    stop: () => end(child),
  }
}

function start(module: string, cores: string): ChildProcess {
  const flags = [
    '--expose-gc',
    ...(process.env.PROFILE && cores === SERVER_CORE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROFILE}`] : []),
  ]
  const path = fileURLToPath(import.meta.resolve(module))
  if (!canPin) return fork(path, { execArgv: flags })
  return fork(path, { execPath: 'taskset', execArgv: ['-c', cores, process.execPath, ...flags] })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  // The process ends at once, like one that is killed.
  child.disconnect()
  await gone
}
