/** Hands change, and builds of different age work side by side; and Redis comes back with what once was. */
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../support/until.ts'
import type { Fault } from './fault.ts'
import type { Mutant } from './mutant.ts'
import { asBuild, NEWER_API, NEWER_RELAY } from './newer-build.ts'
import type { WorldProcess } from './process.ts'

/** As the handbook upgrades without a gap: the next one starts beside the one that runs, and then that one is ended. */
async function takeOver(next: WorldProcess, running: WorldProcess, bothMs: number, env = {}) {
  await next.start(env)
  await pause(bothMs)
  await running.end()
}

/** One after the other, as whoever rolls out goes on when the one before is healthy. */
async function roll(relays: readonly WorldProcess[], env = {}) {
  for (const relay of relays) {
    await relay.end()
    await relay.start(env)
  }
}

/** Ended, and started again with that; healed the same way, without it. */
export async function restarted(one: WorldProcess, env: Readonly<Record<string, string>>) {
  await roll([one], env)
  return () => roll([one])
}

const upgraded = (name: string, id: string, build: readonly Mutant[] = []): Fault => ({
  ...{ name, id, target: 'the api', isHandover: true },
  async begin({ world, random }) {
    const [usual, beside] = world.apis
    const [there, back] = [random.between(500, 3_000), random.between(500, 3_000)]
    await takeOver(beside, usual, there, asBuild(build, random))
    return () => takeOver(usual, beside, back)
  },
})

const redisIs = (world: Parameters<Fault['begin']>[0]['world'], ...of: [string, string]) =>
  until(async () => (await world.redisAdmin.call('REPLICAOF', ...of)) === 'OK')

export const BUILD_FAULTS: readonly Fault[] = [
  upgraded('the api is upgraded', 'F6'),
  upgraded('the api is upgraded to a newer build, and taken back', 'F46, F45', NEWER_API),
  {
    // As operations.md upgrades, and goes back in reverse.
    ...{ name: 'everything is upgraded to a newer build, and taken back', id: 'F6, F46', target: 'a relay, the api' },
    isHandover: true,
    async begin({ world, random }) {
      const [usual, beside] = world.apis
      const [there, back] = [random.between(500, 3_000), random.between(500, 3_000)]
      await roll(world.relays, asBuild(NEWER_RELAY, random))
      await takeOver(beside, usual, there, asBuild(NEWER_API, random))
      return async () => {
        await takeOver(usual, beside, back)
        await roll([...world.relays].reverse())
      }
    },
  },
  {
    ...{ name: 'a relay is of a newer build', id: 'F46', target: 'a relay' },
    begin: ({ world, random }) => restarted(random.pick(world.relays), asBuild(NEWER_RELAY, random)),
  },
  {
    // Also where webhooks don't reach it, as where it would be set so. To those that do it listens all the same.
    ...{ name: 'a relay asks instead of being told', id: 'DESIGN-04', target: 'a relay, webhooks' },
    async begin({ world, random }) {
      const which = random.between(0, 1) as 0 | 1
      const webhooks = world.webhookLines[which]
      if (random.chance(0.7)) webhooks?.turn('fail')
      const heal = await restarted(world.relays[which], { INBOX_SOURCE: 'poll' })
      return () => heal().finally(() => webhooks?.turn('open'))
    },
  },
  {
    // Nobody is there whom it could follow: it tells what it had, and takes nothing more.
    ...{ name: 'redis follows another one and is stale', id: 'F10', target: 'redis' },
    async begin({ world }) {
      await redisIs(world, '127.0.0.1', '1')
      return () => redisIs(world, 'NO', 'ONE')
    },
  },
  {
    ...{ name: 'redis comes back with what it had before', id: 'F10', target: 'redis' },
    async begin({ world }) {
      await until(() => world.redisAdmin.save())
      return async () => {
        await world.redis.kill()
        await world.redis.start()
      }
    },
  },
]
