/** [OPEN-097] The five processes are killed in turn under traffic; then every copy must be right within five seconds. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Day } from './rounds.ts'

const DOWN_MS = 400

/** Gives how long after the last one was back every copy was right. */
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
  // People go on writing until nothing more goes wrong; then what they wrote has to be everywhere.
  await pause(500)
  await traffic.stop()
  const before = performance.now() - back
  const tookMs = Math.round(before + (await day.rest(Math.max(withinMs - before, 1_000))))
  ledger.hold('I5', tookMs <= withinMs, () => `the last copy was right ${tookMs} ms after the last fault`)
  return tookMs
}
