/** The checks without a test's code, and the unit tests; how they run side by side. */
import { spawn } from 'node:child_process'

type Check = readonly [title: string, program: string, ...args: string[]]

const bin = (name: string) => `node_modules/.bin/${name}`

/** A second or two each. */
export const QUICK_CHECKS: readonly Check[] = [
  ['rooms', process.execPath, 'scripts/check-rooms.ts'],
  ['shape', process.execPath, 'scripts/check-shape.ts'],
  ['dependencies', process.execPath, 'scripts/check-dependencies.ts'],
  ['commit subjects', process.execPath, 'scripts/check-commits.ts'],
]

/** One thread each: threads of one check would take the cores from the others. */
export const STATIC_CHECKS: readonly Check[] = [
  ['types of the servers', bin('tsc'), '-p', '.', '--singleThreaded'],
  ['types of the web app', bin('tsc'), '-p', 'apps/web', '--singleThreaded'],
  ['types of the tests', bin('tsc'), '-p', 'tests', '--singleThreaded'],
  ['lint and format', bin('biome'), 'check', '--error-on-warnings'],
  ['unused files and exports', bin('knip'), '--include', 'files,exports,types'],
  ...QUICK_CHECKS,
]

const UNIT_PROJECTS = ['unit', 'web', 'web-mocked'].flatMap((name) => ['--project', name])

export const UNIT_TESTS: readonly Check[] = [['unit tests', bin('vitest'), 'run', ...UNIT_PROJECTS, '--reporter=dot']]

/** Runs them side by side, and prints the output of those that fail. */
export async function runChecks(checks: readonly Check[]): Promise<{ passed: number; failed: number }> {
  const results = await Promise.all(checks.map(runCheck))
  const passed = results.filter((ok) => ok).length
  return { passed, failed: results.length - passed }
}

function runCheck([title, program, ...args]: Check): Promise<boolean> {
  const started = performance.now()
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const output: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
    child.on('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      console.log(`${code === 0 ? '✓' : '✗'} ${title} (${seconds} s)`)
      if (code !== 0) console.log(Buffer.concat(output).toString('utf8'))
      resolve(code === 0)
    })
  })
}
