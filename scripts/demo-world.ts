/** Runs the product with demo data on its own port and with its own database, until the caller stops it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

export const DEMO_PASSWORD = 'demo-clinic-2026'
const CEDAR_RIDGE = '+15125550100'

export interface DemoWorld {
  readonly url: string
  /** A patient's text to Cedar Ridge comes in. */
  text(from: string, body: string): Promise<void>
  stop(): Promise<void>
}

export async function startDemoWorld(): Promise<DemoWorld> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const dataDir = mkdtempSync(path.join(tmpdir(), 'foyer-demo-'))
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8')
      if (output.includes(`ready ${url}`)) resolve()
    })
    gone.then(([code]) => reject(new Error(`It ended with ${code} before it was ready.`)), reject)
  })
  return {
    url,
    async text(from, body) {
      const answer = await fetch(`${url}/sandbox/phones/${encodeURIComponent(from)}/texts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to: CEDAR_RIDGE, body }),
      })
      if (!answer.ok) throw new Error(`The sandbox refused: ${answer.status}`)
    },
    async stop() {
      child.kill('SIGTERM')
      await gone
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
