/** The gate before a commit: types, lint, rooms, shape, unit tests. Aims at less than a minute. */
import { spawn } from 'node:child_process'

const bin = (name: string) => `node_modules/.bin/${name}`

/** Side by side within a step, the steps in order: two cores do no better with more. Nor with threads within one: each checks what the others do as well. */
const STEPS: readonly (readonly [title: string, program: string, ...args: string[]])[][] = [
  [
    ['types of the servers', bin('tsc'), '-p', '.', '--singleThreaded'],
    ['types of the web app', bin('tsc'), '-p', 'apps/web', '--singleThreaded'],
    ['types of the tests', bin('tsc'), '-p', 'tests', '--singleThreaded'],
    ['lint and format', bin('biome'), 'check', '--error-on-warnings'],
    ['rooms', process.execPath, 'scripts/check-rooms.ts'],
    ['shape', process.execPath, 'scripts/check-shape.ts'],
    ['dependencies', process.execPath, 'scripts/check-dependencies.ts'],
  ],
  [
    [
      'unit tests',
      bin('vitest'),
      'run',
      ...['unit', 'web', 'web-mocked'].flatMap((name) => ['--project', name]),
      '--reporter=dot',
    ],
  ],
]

let failed = 0
for (const step of process.argv.includes('--static') ? STEPS.slice(0, 1) : STEPS) {
  const results = await Promise.all(step.map(([title, program, ...args]) => run(title, program, args)))
  failed += results.filter((ok) => !ok).length
}
process.exitCode = failed === 0 ? 0 : 1

function run(title: string, program: string, args: string[]): Promise<boolean> {
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
