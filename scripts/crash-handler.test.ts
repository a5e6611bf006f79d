/** Raises an uncaught error in each kind of process; the process must not print the error's message. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

const MARK = 'Quaggamark'

/** Raised once a listener for the event exists; a process without a handler would print the error itself or go on. */
const HAPPENS = {
  unhandledRejection: 'void Promise.reject(error)',
  uncaughtException: 'throw error',
} as const

/** Accepts connections and never answers, so that a process that waits for a database or an API is still starting. */
const silent = createServer()
beforeAll(() => once(silent.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => void silent.close())

function settings() {
  const { port } = silent.address() as AddressInfo
  return {
    PATH: process.env.PATH,
    PORT: '0',
    API_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none`,
    RELAY_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  }
}

async function outputOf(program: string, event: keyof typeof HAPPENS): Promise<string> {
  const preload = `process.on('newListener', (event) => {
    if (event !== '${event}') return
    const error = Object.assign(new Error(process.env.MARK, { cause: new Error(process.env.MARK) }), { detail: process.env.MARK })
    setImmediate(() => { ${HAPPENS[event]} })
  })`
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'foyer-crash-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, path.join(import.meta.dirname, '..', program)],
    { env: { ...settings(), DATA_DIR, MARK }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += String(chunk)
    })
  const [code] = await once(child, 'close')
  expect(code, said).toBe(1)
  return said
}

test.each([
  ['apps/api/src/main.ts', 'unhandledRejection'],
  ['apps/relay/src/main.ts', 'unhandledRejection'],
  ['apps/relay/src/main.ts', 'uncaughtException'],
  ['scripts/start.ts', 'unhandledRejection'],
] as const)('%s exits on %s and prints no error message [SEC-11]', async (program, event) => {
  const said = await outputOf(program, event)
  expect(said).toContain('uncaught error')
  expect(said).not.toContain(MARK)
})
