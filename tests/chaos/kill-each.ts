/** [OPEN-097] Kills the five processes in turn under traffic; then every copy must be correct within `withinMs`. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Day } from './rounds.ts'

const DOWN_MS = 400

/** Returns the time from the last restart until every copy was correct. */
export async function killEach(day: Day, withinMs = 5_000): Promise<number> {
  const { world, traffic, ledger } = day
  const [first, second] = world.relays
  const victims = [
    { name: 'the api', kill: () => world.api.kill(), start: () => world.api.start() },
    { name: 'relay 1', kill: () => first.kill(), start: () => first.start() },
    { name: 'relay 2', kill: () => second.kill(), start: () => second.start() },
    { name: 'redis', kill: () => world.redis.kill(), start: () => world.redis.start() },
    { name: 'the store', kill: async () => world.store.kill(), start: () => world.store.isBack() },
  ]
  let back = 0
  traffic.start()
  day.openThreads()
  for (const { name, kill, start } of victims) {
    await pause(300)
    await kill()
    ledger.count(`killed ${name}`)
    await pause(DOWN_MS)
    await start()
    back = performance.now()
  }
  // The traffic goes on after the last restart; then every copy must have all of it.
  await pause(500)
  await traffic.stop()
  const before = performance.now() - back
  const tookMs = Math.round(before + (await day.rest(Math.max(withinMs - before, 1_000))))
  await day.checkConsumerNow()
  ledger.hold('I5', tookMs <= withinMs, () => `the last copy was correct ${tookMs} ms after the last fault`)
  return tookMs
}
