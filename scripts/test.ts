/**
 * Every test there is, in one command: sets up what they need, runs the static checks, then units, servers against real
 * stores, and the screens in a real browser. Ends with one line that counts.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { browserPath, installBrowser } from './browser.ts'
import { hasRedis, installRedis } from './redis.ts'

const RESULTS = 'test-results'
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })

interface Count {
  passed: number
  failed: number
}

const total: Count = { passed: 0, failed: 0 }

if (!browserPath()) installBrowser()
if (!hasRedis()) installRedis()

const STATIC_CHECKS = 7
const checked = run(process.execPath, ['scripts/check.ts', '--static'])
count('static checks', checked ? { passed: STATIC_CHECKS, failed: 0 } : { passed: STATIC_CHECKS - 1, failed: 1 })

const vitest = run('node_modules/.bin/vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${RESULTS}/vitest.json`,
])
count('vitest', vitestCount(vitest))

const built = await Promise.all([
  buildWeb('--logLevel', 'warn'),
  // In one piece, which is large.
  buildWeb('--logLevel', 'error', '--config', 'apps/web/gallery.config.ts'),
])
if (built.every((ok) => ok)) {
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: `${RESULTS}/playwright.json`, GALLERY_BUILT: '1' }
  const playwright = run('node_modules/.bin/playwright', ['test', '--reporter=list,json'], env)
  count('playwright', playwrightCount(playwright))
} else {
  count('web build', { passed: 0, failed: 1 })
}

console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1

function run(program: string, args: string[], env: Record<string, string> = {}): boolean {
  return spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
}

function buildWeb(...options: string[]): Promise<boolean> {
  const program = ['node_modules/vite/bin/vite.js', 'build', 'apps/web', ...options]
  const child = spawn(process.execPath, program, { stdio: 'inherit' })
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0)))
}

function count(what: string, { passed, failed }: Count): void {
  console.log(`— ${what}: ${passed} passed, ${failed} failed`)
  total.passed += passed
  total.failed += failed
}

/** A runner that ended badly without a failed test (a crash, an unhandled error) counts as one failure. */
function atLeastOneFailure(result: Count, ok: boolean): Count {
  return ok || result.failed > 0 ? result : { ...result, failed: 1 }
}

function vitestCount(ok: boolean): Count {
  const report = readJson<{ numPassedTests: number; numFailedTests: number }>(`${RESULTS}/vitest.json`)
  return atLeastOneFailure({ passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }, ok)
}

function playwrightCount(ok: boolean): Count {
  const report = readJson<{ stats: { expected: number; unexpected: number; flaky: number } }>(
    `${RESULTS}/playwright.json`,
  )
  const stats = report?.stats ?? { expected: 0, unexpected: 0, flaky: 0 }
  return atLeastOneFailure({ passed: stats.expected, failed: stats.unexpected + stats.flaky }, ok)
}

function readJson<T>(path: string): T | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined
}
