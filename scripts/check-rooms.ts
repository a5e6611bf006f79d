/** Holds every import of the project against scripts/rooms.ts. */
import { brokenRules, importsOf } from './rooms.ts'
import { isTest, report, sources } from './sources.ts'

const problems = sources().flatMap(({ path, text }) => importsOf(path, text, isTest(path)).flatMap(brokenRules))

/** The relay forwards events whose types it does not know; were one named there, a new type would have to be added. */
const EVENT_TYPES = /'(conversation|message|appointment|import|campaign|review|fax)\.[a-z]+'/
for (const { path, text } of sources()) {
  if (path.startsWith('apps/relay/src/') && !isTest(path) && EVENT_TYPES.test(text)) {
    problems.push(`${path} names an event type: the relay knows none`)
  }
}

/** What is decided by a clock or by chance takes both as arguments, or no test could hold it still. */
const AMBIENT =
  /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bsetTimeout\(|\bsetInterval\(|\bfetch\(|\blocalStorage\b/
for (const { path, text } of sources()) {
  if (/\.(rules|machine)\.ts$/.test(path) && AMBIENT.test(text))
    problems.push(`${path} reaches for a clock, chance, wire or storage`)
}

report('rooms', problems)
