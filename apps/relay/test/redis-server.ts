/** A Redis server of its own for a test: without disk, on a free port, with methods that break it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { Redis } from 'ioredis'
import { onTestFinished } from 'vitest'

export type RedisServer = Awaited<ReturnType<typeof startRedis>>

/** Below the ephemeral range, so that no outgoing connection takes the port while Redis is stopped. */
const [FROM, TO] = [20_000, 30_000]

export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(randomInt(FROM, TO), '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    const { port } = server.address() as { port: number }
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}

/** `settings` are arguments of its command line. */
export async function startRedis(settings: readonly string[] = []) {
  const port = await freePort()
  let child = await spawned(port, settings)
  const admin = new Redis({ port, host: '127.0.0.1', lazyConnect: true, retryStrategy: () => 20 })
  admin.on('error', () => {})
  onTestFinished(async () => {
    admin.disconnect()
    await killed(child)
  })
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    /** A connection for inspection. */
    admin,
    kill: () => killed(child),
    async start(): Promise<void> {
      child = await spawned(port, settings)
    },
    /** Makes it hang: connections stay open and answers don't come. */
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
  }
}

async function spawned(port: number, settings: readonly string[]): Promise<ChildProcess> {
  const bare = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn('redis-server', [...bare, ...settings], { stdio: ['ignore', 'pipe', 'pipe'] })
  await new Promise<void>((resolve, reject) => {
    let said = ''
    const onOutput = (part: Buffer) => {
      said += part.toString()
      if (said.includes('Ready to accept connections')) resolve()
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}:\n${said}`)))
    child.once('error', () =>
      reject(new Error('These tests need redis-server (Debian: apt-get install redis-server) in the PATH.')),
    )
  })
  return child
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
