/** Checks every import of the project by the rules of scripts/rooms.ts. */
import { events } from '@foyer/contracts/events.ts'
import { cyclesOf } from './cycles.ts'
import { brokenRules, importsOf } from './rooms.ts'
import { isTest, report, sources } from './sources.ts'

const imports = sources().flatMap(({ path, text }) => importsOf(path, text, isTest(path)))
const problems = imports.flatMap(brokenRules)

for (const files of cyclesOf(imports)) {
  problems.push(`a circle of files, type imports included: ${files.toSorted().join(' ↔ ')}`)
}

/** The relay and `live/` forward events whose types they do not know; were one named there, a new type would have to be added. */
const things = new Set(events.map(({ type }) => type.split('.')[0]))
const EVENT_TYPES = new RegExp(`'(${[...things].join('|')})\\.[a-z]+'`)
for (const { path, text } of sources()) {
  if (/^apps\/(relay\/src|web\/src\/live)\//.test(path) && !isTest(path) && EVENT_TYPES.test(text)) {
    problems.push(`${path} names an event type: the relay and live/ know none`)
  }
}

/** The "Live" sign does not wait for a list that subscribes to the stream by hand. The notifier shows no list. */
const LIVE_BY_HAND = /\.on\('(events|counts|resync|skipped|watched|presence)'/
for (const { path, text } of sources()) {
  const isFree = path.startsWith('apps/web/src/live/') || path.endsWith('/notifier.actors.ts') || isTest(path)
  if (path.startsWith('apps/web/src/') && !isFree && LIVE_BY_HAND.test(text))
    problems.push(`${path} listens to the live connection by hand: use a live collection or live/links.ts`)
}

/** Rules and machines take the clock and chance as arguments, so that a test can set both. */
const AMBIENT =
  /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bsetTimeout\(|\bsetInterval\(|\bfetch\(|\blocalStorage\b/
for (const { path, text } of sources()) {
  if (/\.(rules|machine)\.ts$/.test(path) && AMBIENT.test(text))
    problems.push(`${path} reaches for a clock, chance, wire or storage`)
}

/** An app repeats work by a helper whose timer ends with the work, or by the worker kit. */
const INTERVAL = /\bsetInterval\b|'(node:)?timers(\/promises)?'/
const EVERY = 'apps/web/src/lib/clock.ts'
for (const { path, text } of sources()) {
  // The API's own check below is stricter, and lists its exceptions.
  if (!path.startsWith('apps/') || path.startsWith('apps/api/src/') || path === EVERY || isTest(path)) continue
  if (INTERVAL.test(text)) problems.push(`${path} sets an interval: use \`every\` of ${EVERY}, or the clock of the app`)
}

/** One function doubles delays. A power with a fixed exponent, such as 2 ** 31, is no retry formula. */
const RETRY_FORMULA = /[\w)\]] \*\* (?!\d)|\bMath\.pow\(/
const BACKOFF = 'packages/contracts/src/backoff.rules.ts'
for (const { path, text } of sources()) {
  if (/^(apps|packages)\//.test(path) && path !== BACKOFF && !isTest(path) && RETRY_FORMULA.test(text))
    problems.push(`${path} computes its own backoff: use backoffMs of ${BACKOFF}`)
}

/** A statement names its columns: a prepared `select *` fails when a migration adds one, and sends more than is read. */
const ALL_COLUMNS = /\.(selectAll|returningAll)\(/
/** In the API timers belong to the worker kit. Each of these bounds or paces one wait; ARCHITECTURE.md has the reasons. */
const TIMER = /\bset(Interval|Timeout)\(|'(node:)?timers(\/promises)?'/
const OWN_TIMERS = [
  'apps/api/src/db/bulkhead.ts',
  'apps/api/src/db/database.ts',
  'apps/api/src/db/deadlines.ts',
  'apps/api/src/db/embedded.ts',
  'apps/api/src/db/orphan.ts',
  'apps/api/src/events/doorbell.ts',
  'apps/api/src/events/next-ring.ts',
  'apps/api/src/main.ts',
  'apps/api/src/reader/clock.ts',
  'apps/api/src/start/draining.ts',
]
/** Only the queue of the worker kit leases rows. */
const LEASE = /skip locked|\.skipLocked\(/i
/** It chooses a conversation for a person, and leases no row for a worker. */
const OWN_CHOICE = 'apps/api/src/modules/inbox/holds/holds.store.ts'
for (const { path, text } of sources()) {
  if (!path.startsWith('apps/api/src/') || isTest(path)) continue
  if (ALL_COLUMNS.test(text)) problems.push(`${path} reads all columns: name those that it uses`)
  if (path.startsWith('apps/api/src/workers/')) continue
  if (TIMER.test(text) && !OWN_TIMERS.includes(path))
    problems.push(`${path} sets a timer: use startEvery, startQueueWorker or startDueWorker of workers/`)
  if (LEASE.test(text) && path !== OWN_CHOICE) problems.push(`${path} leases rows by hand: use the queue of workers/`)
}

report('rooms', problems)
