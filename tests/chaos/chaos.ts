/**
 * Chaos, for as long as one wants it:
 *
 *     npm run chaos -- --minutes 30 [--seed 7] [--sockets 60] [--only F25]
 *     npm run chaos -- --kill-each [--sockets 500]
 *     npm run chaos -- --rob-each-rule
 *
 * Ends with what was done and what was found; on a failure with the seed that leads there again.
 */
import { parseArgs } from 'node:util'
import { createRandom } from '../../apps/api/src/seed/random.rules.ts'
import { robEachRule } from './checked-checks.ts'
import { drawFaults } from './drawing.ts'
import { FAULTS, type Fault } from './faults.ts'
import { killEach } from './kill-each.ts'
import { restoreRound } from './restore.ts'
import { type Day, openDay } from './rounds.ts'
import { signOutRound } from './sign-out.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string' },
    sockets: { type: 'string' },
    only: { type: 'string' },
    'kill-each': { type: 'boolean', default: false },
    'rob-each-rule': { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const started = performance.now()
const seconds = () => `${((performance.now() - started) / 1000).toFixed(0)} s`.padStart(7)
const say = (words: string) => console.log(`${seconds()}  ${words}`)
const SCREENS = 12
const chosen = FAULTS.filter(({ id }) => values.only === undefined || id.split(', ').includes(values.only))

let day: Day | undefined
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    say(`${signal}: everything is ended`)
    void (day?.abandon() ?? Promise.resolve()).finally(() => process.exit(1))
  })

say(`seed ${seed}`)
const sockets = Number(values.sockets ?? (values['kill-each'] ? 500 : 60))
try {
  day = await openDay({ seed, screens: SCREENS, subscribers: Math.max(0, sockets - SCREENS), say })
  if (values['kill-each']) {
    say(`every copy was right ${await killEach(day)} ms after the last fault`)
  } else if (values['rob-each-rule']) await rob(day)
  else await spend(day, Number(values.minutes) * 60_000)
  const { ledger, watch } = day
  if (!values['rob-each-rule']) await day.untilAllIsSent()
  await day.close()
  for (const [what, count] of [...ledger.counts].sort()) console.log(`${String(count).padStart(9)}  ${what}`)
  const sum = (isMeant: (what: string) => boolean) =>
    [...ledger.counts].reduce((total, [what, count]) => total + (isMeant(what) ? count : 0), 0)
  const writes = sum((what) => ['texts of patients', 'replies', 'notes', 'changes'].includes(what))
  const faults = sum((what) => what.startsWith('fault ') || what.startsWith('killed '))
  say(`${faults} faults, ${writes} writes, ${sum((what) => what === 'connections')} connections`)
  console.log(`${String(watch.longestBehindMs()).padStart(9)}  ms at most behind while live`)
  for (const { invariant, words } of ledger.violations) console.log(`${invariant}  ${words}`)
  if (ledger.violations.length > 0) process.exitCode = 1
} catch (error) {
  process.exitCode = 1
  console.error(error)
  await day?.abandon().catch(() => undefined)
}
console.log(process.exitCode ? `failed: npm run chaos -- --seed ${seed}` : `no violation; seed ${seed}`)
process.exit()

/** The checks themselves are checked: without one of its rules the product must be found out. */
async function rob(day: Day) {
  for (const { without, expected, found } of await robEachRule(day)) {
    const isNoticed = expected.length === 0 ? found.length === 0 : expected.some((one) => found.includes(one))
    say(
      `${isNoticed ? 'as it should be' : 'NOT NOTICED'}: without ${without} ${found.join(', ') || 'nothing'} is violated`,
    )
    if (!isNoticed) process.exitCode = 1
  }
}

async function spend(day: Day, forMs: number) {
  const { ledger } = day
  const often = new Map<Fault, number>()
  for (let number = 1; performance.now() - started < forMs && !stopping; number += 1) {
    const random = createRandom(`${seed} round ${number}`)
    const faults = drawFaults(random, chosen, often)
    const found = ledger.violations.length
    if (number % 9 === 4) await signOutRound(day, { isCutOff: number % 2 === 0 })
    if (number % 9 === 8) await restoreRound(day, { isNewLife: true })
    const recoveredMs = await day.round(`round ${number}`, {
      faults,
      beforeMs: random.between(300, 1500),
      // Every fourth outlives what the product waits for anybody: nine seconds, and ten.
      lastsMs: random.chance(0.25) ? random.between(11_000, 16_000) : random.between(200, 5_000),
      afterMs: random.between(0, 1500),
      withinMs: 25_000,
    })
    say(`round ${number}: ${faults.map(({ id, name }) => `${id} ${name}`).join(' + ')}; right after ${recoveredMs} ms`)
    for (const { invariant, words } of ledger.violations.slice(found)) say(`  ${invariant}  ${words}`)
  }
}
