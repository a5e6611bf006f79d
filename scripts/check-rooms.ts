/** Holds every import of the project against scripts/rooms.ts. */
import { events } from '@foyer/contracts/events.ts'
import { cyclesOf } from './cycles.ts'
import { brokenRules, importsOf } from './rooms.ts'
import { isTest, report, sources } from './sources.ts'

const imports = sources().flatMap(({ path, text }) => importsOf(path, text, isTest(path)))
const problems = imports.flatMap(brokenRules)

for (const files of cyclesOf(imports)) {
  problems.push(`a circle of files, type imports included: ${files.toSorted().join(' ↔ ')}`)
}

/** The relay forwards events whose types it does not know; were one named there, a new type would have to be added. */
const things = new Set(events.map(({ type }) => type.split('.')[0]))
const EVENT_TYPES = new RegExp(`'(${[...things].join('|')})\\.[a-z]+'`)
for (const { path, text } of sources()) {
  if (path.startsWith('apps/relay/src/') && !isTest(path) && EVENT_TYPES.test(text)) {
    problems.push(`${path} names an event type: the relay knows none`)
  }
}

/** A list that follows the stream by hand is not among those that the "Live" sign waits for. The notifier shows no list. */
const LIVE_BY_HAND = /\.on\('(events|counts|resync|untold|watched|presence)'/
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

report('rooms', problems)
