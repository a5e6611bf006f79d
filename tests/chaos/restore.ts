/** [OPEN-097] F47: the store is put back to what it was; everybody begins a new life of the log, and nobody mixes the two. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Day } from './rounds.ts'

/** `isNewLife`: as the handbook says; without it the checks must turn red. */
export async function restoreRound(
  day: Day,
  { isNewLife }: { isNewLife: boolean },
  withinMs = 25_000,
): Promise<number> {
  const { world, ledger, traffic } = day
  /** Nobody may be at it meanwhile. */
  const aside = async (work: () => Promise<void>) => {
    await world.toStore.turn('refuse')
    await work()
    await world.toStore.turn('open')
  }
  ledger.count('fault F47 the store is restored')
  // What was on its way when the backup was made would rightly be sent twice.
  if (isNewLife) await day.untilAllIsSent()
  const from = performance.now()
  await aside(() => world.store.backUp())
  traffic.start()
  day.openThreads()
  await pause(2_500)
  await aside(() => world.store.restore({ isNewLife }))
  ledger.forget(from, performance.now())
  await pause(1_500)
  await traffic.stop()
  return day.rest(withinMs)
}
