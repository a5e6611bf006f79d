import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../support/until.ts'
import { createDeathCheck } from './check-deaths.ts'
import { createLedger } from './ledger.ts'
import { createProcess } from './process.ts'

/** A program of these words, which is ready once it has said something. */
function run(words: string) {
  const one = createProcess({
    name: 'a program',
    program: process.execPath,
    parameters: ['-e', `${words}; console.log('here'); setInterval(() => {}, 1000)`],
    env: {},
    isReady: async () => one.output().includes('here'),
  })
  return one
}

function found(one: ReturnType<typeof run>, isAlone = true): string[] {
  const ledger = createLedger()
  createDeathCheck([one], ledger)({ isAlone })
  return ledger.violations.map(({ invariant, words }) => `${invariant} ${words.replace(/after \d+ ms/, 'after … ms')}`)
}

test('who is killed, or ends when it is told to, has not crashed; nor has who never was ready', async () => {
  const one = run(`process.on('SIGTERM', () => process.exit(0))`)
  await one.start()
  await one.end()
  await one.start()
  await one.kill()
  expect(found(one)).toEqual([])
  const folder = mkdtempSync(path.join(tmpdir(), 'foyer-process-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const came = JSON.stringify(path.join(folder, 'came'))
  const late = run(`try { fs.writeFileSync(${came}, '', { flag: 'wx' }); process.exit(4) } catch {}`)
  await late.start()
  expect(late.diedAt).toBeGreaterThan(0)
  expect(found(late)).toEqual([])
  await late.kill()
})

test('who dies by itself after it was ready has crashed, with its code and its last words', async () => {
  const one = run(`setTimeout(() => { console.log('oh'); process.exit(3) }, 300)`)
  await one.start()
  await until(() => !one.isUp())
  expect(found(one)).toEqual([expect.stringMatching(/^I19 a program died by itself with 3: here\noh/)])
})

test('who is told to end and ends in disorder has crashed', async () => {
  const one = run(`process.on('SIGTERM', () => process.exit(1))`)
  await one.start()
  await one.end()
  expect(found(one, false)).toEqual([
    expect.stringMatching(/^I19 a program was told to end, and ended after … ms with 1/),
  ])
})
