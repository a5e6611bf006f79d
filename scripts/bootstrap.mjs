// Sets up what is missing, then hands over to the project's own Node. Plain JavaScript for Node 20, with no dependency:
// it runs before anything is installed. Usage: node scripts/bootstrap.mjs start|test|bench|chaos [arguments]

import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const STAMPS = join(ROOT, 'node_modules', '.foyer')
const WINDOWS = process.platform === 'win32'
process.chdir(ROOT)

const [command = 'start', ...rest] = process.argv.slice(2)

if (Number(process.versions.node.split('.')[0]) < 20) {
  stop(`Foyer needs Node 20 or newer to set itself up; this is ${process.version}.`)
}

installDependencies()
const node = ownNode()
const PATH = `${join(ROOT, 'node_modules', '.bin')}${WINDOWS ? ';' : ':'}${process.env.PATH ?? ''}`

if (command === 'start') {
  buildWeb()
  handOver(['scripts/start.ts', ...rest])
} else if (command === 'test') {
  handOver(['scripts/test.ts', ...rest])
} else if (command === 'bench') {
  buildWeb()
  handOver(['tests/bench/bench.ts', ...rest])
} else if (command === 'chaos') {
  handOver(['tests/chaos/chaos.ts', ...rest])
} else {
  stop(`"${command}" is no command: start, test, bench or chaos.`)
}

function installDependencies() {
  const wanted = fingerprint(['package.json', 'package-lock.json'])
  if (stamped('dependencies') === wanted) return
  console.log('Installing dependencies…')
  run(
    WINDOWS ? 'npm.cmd' : 'npm',
    ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
    'The dependencies could not be installed.',
  )
  stamp('dependencies', wanted)
}

/** The Node that the project brings: it runs TypeScript as it is. */
function ownNode() {
  const path = join(ROOT, 'node_modules', '.bin', WINDOWS ? 'node.exe' : 'node')
  const version = existsSync(path) ? spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.trim() : ''
  if (version?.startsWith('v26.')) return path
  if (process.version.startsWith('v26.')) return process.execPath
  return stop(
    `There is no Node 26 for ${process.platform} ${process.arch} among the dependencies. Install Node 26 and run this with it.`,
  )
}

function buildWeb() {
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'))
  const files = fingerprint(['apps/web', 'packages/contracts/src', 'packages/flow/src', 'package-lock.json'])
  // What the build is told becomes a part of it.
  const wanted = settings.length > 0 ? files + JSON.stringify(settings.sort()) : files
  if (stamped('web') === wanted && existsSync('apps/web/dist/index.html')) return
  console.log('Building the web app…')
  run(
    node,
    ['node_modules/vite/bin/vite.js', 'build', 'apps/web', '--logLevel', 'warn'],
    'The web app could not be built.',
  )
  stamp('web', wanted)
}

function handOver(args) {
  const child = spawn(node, args, { stdio: 'inherit', env: { ...process.env, PATH } })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

function run(program, args, sorry) {
  const done = spawnSync(program, args, { stdio: 'inherit', env: process.env, shell: WINDOWS })
  if (done.status !== 0) stop(sorry)
}

/** Of the content of files and folders; what is generated is left out. */
function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths) add(hash, path)
  return hash.digest('hex')
}

function add(hash, path) {
  if (!existsSync(path) || /(^|[\\/])(node_modules|dist)$/.test(path)) return
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) add(hash, join(path, name))
  } else {
    hash.update(path).update('\0').update(readFileSync(path)).update('\0')
  }
}

function stamped(name) {
  const path = join(STAMPS, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

function stamp(name, value) {
  mkdirSync(STAMPS, { recursive: true })
  writeFileSync(join(STAMPS, name), value)
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
