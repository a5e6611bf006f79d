/** Faults of upgrades: an API takes over from another, builds of different age run side by side, Redis returns old data. */
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../support/until.ts'
import type { Fault } from './fault.ts'
import type { Mutant } from './mutant.ts'
import { asBuild, NEWER_API, NEWER_RELAY } from './newer-build.ts'
import type { WorldProcess } from './process.ts'

/** Upgrades without downtime as operations.md says: the next API starts beside the running one, which then ends. */
async function takeOver(next: WorldProcess, running: WorldProcess, bothMs: number, env = {}) {
  await next.start(env)
  await pause(bothMs)
  await running.end()
}

/** Restarts one relay after the other; each must be healthy before the next. */
async function roll(relays: readonly WorldProcess[], env = {}) {
  for (const relay of relays) {
    await relay.end()
    await relay.start(env)
  }
}

/** Restarts the process with these settings; the returned function restarts it without them. */
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
    // Upgrades in the order of operations.md, and downgrades in reverse.
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
    // Polling must work with and without webhooks; a polling relay still accepts the webhooks that reach it.
    ...{ name: 'a relay polls instead of getting webhooks', id: 'DESIGN-04', target: 'a relay, webhooks' },
    async begin({ world, random }) {
      const which = random.between(0, 1) as 0 | 1
      const webhooks = world.webhookLines[which]
      if (random.chance(0.7)) webhooks?.turn('fail')
      const heal = await restarted(world.relays[which], { INBOX_SOURCE: 'poll' })
      return () => heal().finally(() => webhooks?.turn('open'))
    },
  },
  {
    // The primary does not exist, so Redis serves its old data and refuses writes.
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
