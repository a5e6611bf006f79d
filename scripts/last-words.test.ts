/** Each process that we run meets an error that nobody foresaw, and its message must not be among its last words. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

const MARK = 'Quaggamark'

/** It happens as soon as somebody listens for it; where nobody does, the process ends in words of its own, or not at all. */
const HAPPENS = {
  unhandledRejection: 'void Promise.reject(error)',
  uncaughtException: 'throw error',
} as const

/** Takes every connection and says nothing: whoever waits for a store or for an API is still waiting when it happens. */
const silent = createServer()
beforeAll(() => once(silent.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => void silent.close())

/** Enough to begin with. */
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

async function lastWords(program: string, event: keyof typeof HAPPENS): Promise<string> {
  const preload = `process.on('newListener', (event) => {
    if (event !== '${event}') return
    const error = Object.assign(new Error(process.env.MARK, { cause: new Error(process.env.MARK) }), { detail: process.env.MARK })
    setImmediate(() => { ${HAPPENS[event]} })
  })`
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'foyer-last-words-'))
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
] as const)(
  '[SEC-11] %s ends over what was not foreseen (%s), and quotes nothing of it',
  { timeout: 60_000 },
  async (program, event) => {
    const said = await lastWords(program, event)
    expect(said).toContain('this was not foreseen')
    expect(said).not.toContain(MARK)
  },
)
