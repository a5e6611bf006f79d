/** F3: the API dies after it wrote a change and before it commits. */
import { until } from '../support/until.ts'
import type { Fault } from './fault.ts'

/** A write waits for its answer from this table before it sends its commit. */
const BEFORE_COMMIT = 'messages'
/** Its last statements, which are sent together with the commit: the store may carry the commit out for a dead API. */
const WITH_COMMIT = ['organization_heads', 'events', 'idempotency_keys'] as const
const WRITTEN_WITHIN_MS = 5_000

export const COMMIT_FAULTS: readonly Fault[] = [
  {
    ...{ name: 'kill -9 the api before it commits', id: 'F3', target: 'the api, the store' },
    async begin({ world: { store, api }, random, ledger }) {
      const table = random.pick([BEFORE_COMMIT, ...WITH_COMMIT])
      const letGo = await store.lock(table, 'share').catch(() => null)
      if (!letGo) return null
      const waiting = async () => {
        const open = await store.waitingWrites(table)
        return open.length > 0 && open
      }
      const killed = async () => {
        if (!(await until(waiting, WRITTEN_WITHIN_MS).catch(() => false))) return []
        await api.kill()
        // Transactions that ended before the kill are not in the list.
        return (await waiting()) || []
      }
      const open = await killed().finally(letGo)
      for (const { id, isOfStaff } of open) {
        const fate = await store.fateOf(id)
        const isKnown = table === BEFORE_COMMIT
        ledger.hold(
          'I1',
          !isKnown || fate === 'aborted',
          () => `a change that was not committed at ${table} is ${fate}`,
        )
        ledger.count(`cut off before the commit: ${isOfStaff ? "a message of staff's" : "a patient's text"}`)
      }
      if (open.length > 0) return () => api.start()
      await api.start()
      return null
    },
  },
]
