/** I19: no process ends by itself, and a process that gets SIGTERM ends in time and with code 0. */
import type { Ledger } from './ledger.ts'
import type { Crash, WorldProcess } from './process.ts'

/** After this time an ending process aborts the work that still runs, and exits with code 1. */
const CUTS_OFF_MS = 9_500

type Watched = Pick<WorldProcess, 'crashes'>

/** Reports each crash once. `isAlone`: no other fault was active that an end would have to wait for. */
export function createDeathCheck(processes: readonly Watched[], ledger: Ledger) {
  const reported = new WeakSet<Crash>()
  return ({ isAlone }: { isAlone: boolean }): void => {
    for (const crash of processes.flatMap(({ crashes }) => crashes)) {
      if (reported.has(crash)) continue
      reported.add(crash)
      const { name, by, endingMs, lastWords } = crash
      const how = endingMs === null ? 'died by itself' : `got SIGTERM and ended after ${endingMs} ms`
      if (by === 1 && endingMs !== null && endingMs >= CUTS_OFF_MS && !isAlone) ledger.count('ends that were cut off')
      else ledger.violate('I19', `${name} ${how} with ${by}: ${lastWords()}`)
    }
  }
}
