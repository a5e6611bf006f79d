/**
 * Runs the chaos test for a chosen time:
 *
 *     npm run chaos -- --minutes 30 [--seed 7] [--sockets 60] [--only F25,F31]
 *     npm run chaos -- --kill-each [--sockets 500]
 *     npm run chaos -- --remove-each-rule
 *
 * It always ends with a report of what it did and found; a failure also prints the command that repeats the run.
 */
import { createRandom } from '@foyer/contracts/random.rules.ts'
import { readArguments } from './arguments.ts'
import { campaignRound } from './campaign-round.ts'
import { drawFaults } from './drawing.ts'
import type { Fault } from './fault.ts'
import { titleOf } from './injecting.ts'
import { killEach } from './kill-each.ts'
import { isNoticed, removeEachRule } from './remove-each-rule.ts'
import { report } from './report.ts'
import { restoreRound } from './restore.ts'
import { type Day, openDay } from './rounds.ts'
import { signOutRound } from './sign-out.ts'

const { seed, minutes, sockets, chosen, isKillEach, isRemoving, again } = readCommandLine()
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
    say(`${signal}: ending all processes`)
    void (day?.abandon() ?? Promise.resolve()).catch(console.error).finally(printReport)
  })

say(`seed ${seed}`)
try {
  day = await openDay({ seed, screens: SCREENS, subscribers: Math.max(0, sockets - SCREENS), say })
  if (isKillEach) {
    say(`every copy was correct ${await killEach(day)} ms after the last fault`)
  } else if (isRemoving) await removeRules(day)
  else await spend(day, minutes * 60_000)
  if (!isRemoving) await day.untilAllIsSent()
  await day.close()
} catch (error) {
  process.exitCode = 1
  if (!stopping) {
    console.error(error)
    await day?.abandon().catch(() => undefined)
  }
} finally {
  // On a signal, the signal handler prints the report.
  if (!stopping) printReport()
}

/** Prints the report, and on a failure the command that repeats the run. */
function printReport() {
  if (day && !report(day, { say, chosen: isKillEach || isRemoving ? [] : chosen })) process.exitCode = 1
  console.log(process.exitCode ? `failed: ${again}` : `no violation; seed ${seed}`)
  process.exit()
}

function readCommandLine() {
  try {
    return readArguments(process.argv.slice(2))
  } catch (error) {
    console.error((error as Error).message)
    process.exit(2)
  }
}

/** Tests the checks: when one of the product's rules is removed, a check must find a violation. */
async function removeRules(day: Day) {
  for (const removal of await removeEachRule(day)) {
    const { without, found } = removal
    const verdict = isNoticed(removal) ? 'ok' : 'NOT NOTICED'
    say(`${verdict}: without ${without}, the checks found ${found.join(', ') || 'nothing'}`)
    if (!isNoticed(removal)) process.exitCode = 1
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
    if (number % 9 === 6) await campaignRound(day)
    if (number % 9 === 8) await restoreRound(day, { isNewEpoch: true })
    const recoveredMs = await day.round(`round ${number}`, {
      faults,
      beforeMs: random.between(300, 1500),
      // Every fourth lasts longer than the product's own time limits of nine and ten seconds.
      lastsMs: random.chance(0.25) ? random.between(11_000, 16_000) : random.between(200, 5_000),
      afterMs: random.between(0, 1500),
      withinMs: 25_000,
    })
    say(`round ${number}: ${faults.map(titleOf).join(' + ')}; recovered after ${recoveredMs} ms`)
    for (const { invariant, words } of ledger.violations.slice(found)) say(`  ${invariant}  ${words}`)
  }
}
