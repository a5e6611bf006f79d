/** F3: the API dies after it wrote a change and before it commits. */
import { until } from '../support/until.ts'
import type { Fault } from './fault.ts'

/** A write touches these tables in this order: the message is written after the first, everything else before the last. */
const ON_ITS_WAY = ['organization_heads', 'events', 'idempotency_keys'] as const
const WRITTEN_WITHIN_MS = 5_000

export const COMMIT_FAULTS: readonly Fault[] = [
  {
    ...{ name: 'kill -9 the api before it commits', id: 'F3', target: 'the api, the store' },
    async begin({ world: { store, api }, random, ledger }) {
      const table = random.pick(ON_ITS_WAY)
      const letGo = await store.lock(table, 'share').catch(() => null)
      if (!letGo) return null
      const waiting = async () => {
        const open = await store.waitingWrites(table)
        return open.length > 0 && open
      }
      const killed = async () => {
        if (!(await until(waiting, WRITTEN_WITHIN_MS).catch(() => false))) return []
        await api.kill()
        // The API is dead, so none of these can commit; transactions that ended before the kill are not in the list.
        return (await waiting()) || []
      }
      const open = await killed().finally(letGo)
      for (const { id, isOfStaff } of open) {
        const fate = await store.fateOf(id)
        ledger.hold('I1', fate === 'aborted', () => `a change that was not committed at ${table} is ${fate}`)
        ledger.count(`cut off before the commit: ${isOfStaff ? "a message of staff's" : "a patient's text"}`)
      }
      if (open.length > 0) return () => api.start()
      await api.start()
      return null
    },
  },
]
