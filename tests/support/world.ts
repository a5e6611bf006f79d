/** Runs the whole product on a free port, as `npm start` does, with its own store, and lets a test control it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startOfProcess } from '../../apps/api/src/db/process-facts.ts'
import { freePort } from './free-port.ts'
import { removeLeftovers } from './leftovers.ts'
import { memoryFolder } from './memory-folder.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const PREFIX = 'foyer-world-'

export const DEMO_PASSWORD = 'demo-clinic-2026'
export const CLINIC_NUMBERS = {
  org_cedar: '+15125550100',
  org_lakeside: '+16175550100',
  org_harbor: '+14155550100',
} as const

export interface World {
  readonly url: string
  readonly port: number
  readonly dataDir: string
  /** Returns the product's whole output. */
  readonly output: () => string
  /** Starts the product, or starts it again, on the same port and store; resolves when it reports that it is ready. */
  start(): Promise<void>
  /** Kills the product with SIGKILL, so that no signal handler runs. */
  kill(): Promise<void>
  /** Stops the product and deletes its store. */
  stop(): Promise<void>
}

/** A folder carries the process of its test, because a test may kill the product and start it again. */
function isOfDeadTest(name: string): boolean {
  const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? []
  return pid !== undefined && startOfProcess(Number(pid)) === undefined
}

/** `parameters` are those of `npm start`; `root` is the folder of the product. */
export async function createWorld(
  env: Record<string, string> = {},
  parameters: string[] = [],
  root = ROOT,
  folder = memoryFolder(),
): Promise<World> {
  const port = await freePort()
  await removeLeftovers(folder, isOfDeadTest)
  const dataDir = mkdtempSync(path.join(folder, `${PREFIX}${process.pid}-`))
  let child: ChildProcess | undefined
  let output = ''

  const exited = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  const world: World = {
    url: `http://localhost:${port}`,
    port,
    dataDir,
    output: () => output,
    async start() {
      const started = spawn(process.execPath, ['scripts/start.ts', ...parameters], {
        cwd: root,
        env: {
          ...process.env,
          LOG_LEVEL: 'warn',
          FAX_RETRY_SECONDS: '15,300,900',
          ...env,
          PORT: String(port),
          DATA_DIR: dataDir,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      await new Promise<void>((resolve, reject) => {
        const onOutput = (chunk: Buffer) => {
          output += chunk.toString('utf8')
          if (output.includes(`ready ${world.url}`)) resolve()
        }
        started.stdout.on('data', onOutput)
        started.stderr.on('data', onOutput)
        started.once('exit', (code) =>
          reject(new Error(`The product ended with ${code} before it was ready:\n${output}`)),
        )
      })
      output = ''
    },
    kill: () => exited('SIGKILL'),
    async stop() {
      await exited('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  await world.start()
  return world
}

/** A measurement waits for the disk, as an installation does. */
export const createWorldOnDisk = (env: Record<string, string>) => createWorld(env, [], ROOT, tmpdir())
