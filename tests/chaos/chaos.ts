/**
 * Chaos, for as long as one wants it:
 *
 *     npm run chaos -- --minutes 30 [--seed 7] [--sockets 60] [--only F25,F31]
 *     npm run chaos -- --kill-each [--sockets 500]
 *     npm run chaos -- --rob-each-rule
 *
 * Ends with what was done and what was found, whatever came of it; on a failure with the command that leads there again.
 */
import { createRandom } from '@foyer/contracts/random.rules.ts'
import { readArguments } from './arguments.ts'
import { isNoticed, robEachRule } from './checked-checks.ts'
import { drawFaults } from './drawing.ts'
import type { Fault } from './fault.ts'
import { titleOf } from './injecting.ts'
import { killEach } from './kill-each.ts'
import { report } from './report.ts'
import { restoreRound } from './restore.ts'
import { type Day, openDay } from './rounds.ts'
import { signOutRound } from './sign-out.ts'

const { seed, minutes, sockets, chosen, isKillEach, isRobbing, again } = understood()
const started = performance.now()
const seconds = () => `${((performance.now() - started) / 1000).toFixed(0)} s`.padStart(7)
const say = (words: string) => console.log(`${seconds()}  ${words}`)
const SCREENS = 12

let day: Day | undefined
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    process.exitCode = 1
    say(`${signal}: everything is ended`)
    void (day?.abandon() ?? Promise.resolve()).catch(console.error).finally(tell)
  })

say(`seed ${seed}`)
try {
  day = await openDay({ seed, screens: SCREENS, subscribers: Math.max(0, sockets - SCREENS), say })
  if (isKillEach) {
    say(`every copy was right ${await killEach(day)} ms after the last fault`)
  } else if (isRobbing) await rob(day)
  else await spend(day, minutes * 60_000)
  if (!isRobbing) await day.untilAllIsSent()
  await day.close()
} catch (error) {
  process.exitCode = 1
  if (!stopping) {
    console.error(error)
    await day?.abandon().catch(() => undefined)
  }
} finally {
  // Of a day that is being ended, the one who ends it tells.
  if (!stopping) tell()
}

/** Whatever came of it: what was done, what was found, and how one comes there again. */
function tell() {
  if (day && !report(day, { say, chosen: isKillEach || isRobbing ? [] : chosen })) process.exitCode = 1
  console.log(process.exitCode ? `failed: ${again}` : `no violation; seed ${seed}`)
  process.exit()
}

function understood() {
  try {
    return readArguments(process.argv.slice(2))
  } catch (error) {
    console.error((error as Error).message)
    process.exit(2)
  }
}

/** The checks themselves are checked: without one of its rules the product must be found out. */
async function rob(day: Day) {
  for (const robbery of await robEachRule(day)) {
    const { without, found } = robbery
    const verdict = isNoticed(robbery) ? 'as it should be' : 'NOT NOTICED'
    say(`${verdict}: without ${without} ${found.join(', ') || 'nothing'} is violated`)
    if (!isNoticed(robbery)) process.exitCode = 1
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
    say(`round ${number}: ${faults.map(titleOf).join(' + ')}; right after ${recoveredMs} ms`)
    for (const { invariant, words } of ledger.violations.slice(found)) say(`  ${invariant}  ${words}`)
  }
}
