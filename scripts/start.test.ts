import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

async function start(env: Record<string, string>): Promise<string> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'foyer-start-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'start.ts')], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += String(chunk)
  })
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  return said
}

test.each([
  ['70000', 'PORT must be at most 65535.\n'],
  ['-1', 'PORT must be at least 0.\n'],
  ['many', 'PORT must be a number.\n'],
])('start refuses the port %s with one sentence [OPEN-100]', async (PORT, sentence) => {
  expect(await start({ PORT })).toBe(sentence)
})
