/**
 * The tests in one command: sets up what they need, runs the static checks, then units, servers against real stores, and the
 * screens in a real browser. Prints what each project took, and ends with one line that counts.
 *
 *   npm test              everything
 *   npm test -- consent   the tests with "consent" in their path, and the quick static checks
 *   npm run test:deep     everything with 500 random tries a call, twenty random files of each kind, forty random days, the deep
 *                         model, 1,000 random chatbots, every gallery entry at both small widths and with every rule in both
 *                         themes, and half an hour of chaos
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { browserPath, installBrowser } from './browser.ts'
import { QUICK_CHECKS, runChecks, STATIC_CHECKS } from './checks.ts'
import { failedOfPlaywright, failedOfVitest, type PlaywrightReport, type VitestReport } from './failed-tests.rules.ts'
import type { ProjectTimes } from './project-times.ts'
import { hasRedis, installRedis } from './redis.ts'
import { type Share, shareOf } from './share.rules.ts'
import { sources } from './sources.ts'

const RESULTS = 'test-results'
const DEEP = {
  CALL_TRIES: '500',
  DRY_RUNS: '20',
  READ_PROBES: '100',
  MODEL: 'deep',
  DAYS: '40',
  GALLERY: 'deep',
  FLOW_TRIES: '1000',
}
const CHAOS_MINUTES = '30'

interface Count {
  passed: number
  failed: number
}

const total: Count = { passed: 0, failed: 0 }
const failedTests: string[] = []
const times: { what: string; seconds: number; files?: number }[] = []
const [first] = process.argv.slice(2)
const isDeep = first === '--deep'
const area = isDeep ? undefined : first

if (area?.startsWith('-')) stop(`"${area}" is no area. An area is a word or a path, like "consent".`)
const paths = sources().map(({ path }) => path)
const share = area === undefined ? null : shareOf(area, paths)
if (share && share.vitest.length + share.playwright.length === 0) stop(`No test has "${area}" in its path.`)

rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })
if (!browserPath()) installBrowser()
console.log(`The browser of the tests is ${browserPath()}.`)
if (!hasRedis()) installRedis()

// Hundreds of processes compile the same files.
process.env.NODE_COMPILE_CACHE ??= path.resolve('node_modules/.foyer/compiled')
const isOnScreens = !share || share.playwright.length > 0
// The builds use the core that the last check leaves idle.
const [, isBuilt] = await Promise.all([runStatic(), !isOnScreens || buildScreens(share)])
if (!share || share.vitest.length > 0) runVitest(share)
if (isOnScreens) runPlaywright(share, isBuilt)
if (isDeep) runChaos()

printTimes()
printFailed()
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1

async function runStatic(): Promise<void> {
  const started = performance.now()
  count('static checks', await runChecks(area === undefined ? STATIC_CHECKS : QUICK_CHECKS))
  note('static', started)
}

function runVitest(share: Share | null): void {
  const ok = run(
    'node_modules/.bin/vitest',
    [
      ...['run', '--reporter=default', '--reporter=json', '--reporter=./scripts/project-times.ts'],
      `--outputFile.json=${RESULTS}/vitest.json`,
      ...(share?.vitest ?? []),
    ],
    isDeep ? DEEP : {},
  )
  count('vitest', vitestCount(ok))
  const projects = readJson<ProjectTimes>(`${RESULTS}/projects.json`) ?? {}
  for (const [what, took] of Object.entries(projects)) times.push({ what, ...took })
}

async function buildScreens(share: Share | null): Promise<boolean> {
  const started = performance.now()
  const isGallery = !share || share.playwright.some((path) => path.includes('gallery'))
  const built = await Promise.all([
    buildWeb('--logLevel', 'warn'),
    // In one piece, which is large.
    isGallery ? buildWeb('--logLevel', 'error', '--config', 'apps/web/gallery.config.ts') : true,
  ])
  note('web build', started)
  return built.every((ok) => ok)
}

function runPlaywright(share: Share | null, isBuilt: boolean): void {
  if (!isBuilt) {
    count('web build', { passed: 0, failed: 1 })
    return
  }
  const env = {
    ...(isDeep && DEEP),
    ...{ PLAYWRIGHT_JSON_OUTPUT_NAME: `${RESULTS}/playwright.json`, GALLERY_BUILT: '1' },
  }
  const begun = performance.now()
  const files = share?.playwright ?? []
  const ok = run('node_modules/.bin/playwright', ['test', '--reporter=list,json', '--retries=1', ...files], env)
  count('playwright', playwrightCount(ok))
  note('e2e', begun, files.length || paths.filter((path) => path.endsWith('.e2e.ts')).length)
}

function runChaos(): void {
  const started = performance.now()
  const ok = run(process.execPath, ['tests/chaos/chaos.ts', '--minutes', CHAOS_MINUTES])
  count('long chaos', ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
  note('long chaos', started)
}

function note(what: string, started: number, files?: number): void {
  times.push({ what, seconds: (performance.now() - started) / 1000, ...(files !== undefined && { files }) })
}

/** Files of a project run beside those of others: the seconds of all projects are more than those that passed. */
function printTimes(): void {
  console.log('\nSeconds that each project took:')
  for (const { what, seconds, files } of times)
    console.log(
      `${what.padEnd(12)}${seconds.toFixed(0).padStart(6)}${files === undefined ? '' : `  in ${files} files`}`,
    )
  console.log(`${'altogether'.padEnd(12)}${(performance.now() / 1000).toFixed(0).padStart(6)}\n`)
}

/** Once more at the end: a record of the run may keep its last lines alone. */
function printFailed(): void {
  if (failedTests.length > 0) console.log(`Failed:\n${failedTests.join('\n')}\n`)
}

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
  const report = readJson<VitestReport>(`${RESULTS}/vitest.json`)
  failedTests.push(...failedOfVitest(report, process.cwd()))
  return atLeastOneFailure({ passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }, ok)
}

function playwrightCount(ok: boolean): Count {
  const report = readJson<PlaywrightReport>(`${RESULTS}/playwright.json`)
  const failed = failedOfPlaywright(report)
  failedTests.push(...failed)
  const { expected, unexpected, flaky } = report?.stats ?? { expected: 0, unexpected: 0, flaky: 0 }
  const passed = expected + unexpected + flaky - failed.length
  return atLeastOneFailure({ passed, failed: failed.length }, ok)
}

function readJson<T>(path: string): T | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined
}

function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
