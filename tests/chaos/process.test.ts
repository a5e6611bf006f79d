import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../support/until.ts'
import { createDeathCheck } from './check-deaths.ts'
import { createLedger } from './ledger.ts'
import { createProcess } from './process.ts'

/** A program that runs this source and is ready once it has printed something. */
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

test('a process has not crashed when it is killed, ends on SIGTERM, or exits before it was ready', async () => {
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

test('a process has crashed when it exits by itself after it was ready', async () => {
  const one = run(`setTimeout(() => { console.log('oh'); process.exit(3) }, 300)`)
  await one.start()
  await until(() => !one.isUp())
  expect(found(one)).toEqual([expect.stringMatching(/^I19 a program died by itself with 3: here\noh/)])
})

test('a process has crashed when it ends on SIGTERM with an error code', async () => {
  const one = run(`process.on('SIGTERM', () => process.exit(1))`)
  await one.start()
  await one.end()
  expect(found(one, false)).toEqual([expect.stringMatching(/^I19 a program got SIGTERM and ended after … ms with 1/)])
})
