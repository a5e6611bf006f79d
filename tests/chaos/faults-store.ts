/** Faults of the store. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from './fault.ts'

const of = { target: 'the store' }
const nothing = () => undefined

export const STORE_FAULTS: readonly Fault[] = [
  {
    ...{ ...of, name: 'kill -9 the store', id: 'F13' },
    async begin({ world }) {
      await world.toStore.turn('refuse')
      world.store.kill()
      return async () => {
        await world.store.isBack()
        await world.toStore.turn('open')
      }
    },
  },
  {
    // The server ends all other connections and recovers by itself.
    ...{ ...of, name: 'kill -9 one backend of the store', id: 'F13' },
    async begin({ world, random }) {
      const isKilled = await world.store.killBackend((pids) => random.pick(pids)).catch(() => false)
      return isKilled ? () => world.store.isBack() : null
    },
  },
  {
    ...{ ...of, name: 'the store stops at once', id: 'F12' },
    async begin({ world }) {
      world.store.stopAtOnce()
      return () => world.store.isBack()
    },
  },
  {
    ...{ ...of, name: "the store ends everybody's connection", id: 'F13' },
    async begin({ world, random }) {
      let times = 0
      for (let left = random.between(1, 4); left > 0; left -= 1) {
        times += await world.store.endBackends().then(
          ({ length }) => length,
          () => 0,
        )
        await pause(random.between(50, 400))
      }
      return times > 0 ? nothing : null
    },
  },
  {
    ...{ ...of, name: 'the store hangs', id: 'F14' },
    async begin({ world }) {
      world.store.freeze()
      return () => world.store.thaw()
    },
  },
  {
    ...{ ...of, name: 'a table is locked', id: 'F14' },
    async begin({ world, random }) {
      const tables = ['organization_heads', 'events', 'conversations', 'messages', 'idempotency_keys', 'audit_log']
      return world.store.lock(random.pick(tables)).catch(() => null)
    },
  },
  {
    ...{ ...of, name: 'every place at the store is taken', id: 'F15' },
    begin: ({ world }) => world.store.useUp().catch(() => null),
  },
  {
    // Either the tables or the WAL run out of space first.
    ...{ ...of, name: "the store's disk is full", id: 'F16, F17', mostMs: 3_000 },
    async begin({ world }) {
      const { disk } = world.store
      if (!disk?.fill()) return null
      return () => {
        disk.free()
        return world.store.isBack()
      }
    },
  },
]
