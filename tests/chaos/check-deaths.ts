/** I19: no process ends but where it is ended, and whoever is told to end does so in time and in order. */
import type { Ledger } from './ledger.ts'
import type { Crash, WorldProcess } from './process.ts'

/** So long the product waits for what is under way; then it cuts that off by itself, and says so with its exit code. */
const CUTS_OFF_MS = 9_500

type Watched = Pick<WorldProcess, 'crashes'>

/** Each death is told once. `isAlone`: nothing else went wrong that an end would have to wait for. */
export function createDeathCheck(processes: readonly Watched[], ledger: Ledger) {
  const told = new WeakSet<Crash>()
  return ({ isAlone }: { isAlone: boolean }): void => {
    for (const crash of processes.flatMap(({ crashes }) => crashes)) {
      if (told.has(crash)) continue
      told.add(crash)
      const { name, by, endingMs, lastWords } = crash
      const how = endingMs === null ? 'died by itself' : `was told to end, and ended after ${endingMs} ms`
      if (by === 1 && endingMs !== null && endingMs >= CUTS_OFF_MS && !isAlone) ledger.count('ends that were cut off')
      else ledger.violate('I19', `${name} ${how} with ${by}: ${lastWords()}`)
    }
  }
}
