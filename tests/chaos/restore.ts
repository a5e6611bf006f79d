/** [OPEN-097] F47: the store is restored from a backup; every client begins a new epoch, and none mixes two epochs. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Day } from './rounds.ts'

/** `isNewEpoch`: begins a new epoch, as operations.md says; without it the checks must find violations. */
export async function restoreRound(
  day: Day,
  { isNewEpoch }: { isNewEpoch: boolean },
  withinMs = 25_000,
): Promise<number> {
  const { world, ledger, traffic } = day
  /** Cuts the API off from the store during the work. */
  const aside = async (work: () => Promise<void>) => {
    await world.toStore.turn('refuse')
    await work()
    await world.toStore.turn('open')
  }
  ledger.count('fault F47 the store is restored')
  // A text that is on its way during the backup would rightly be sent twice.
  if (isNewEpoch) await day.untilAllIsSent()
  const from = performance.now()
  await aside(() => world.store.backUp())
  traffic.start()
  day.openThreads()
  await pause(2_500)
  await aside(() => world.store.restore({ isNewEpoch }))
  ledger.forget(from, performance.now())
  await pause(1_500)
  await traffic.stop()
  return day.rest(withinMs)
}
