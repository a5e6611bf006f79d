/** Deletes rows that are no longer needed: old events and revocations here, other rows by the steps of other modules. */
import { deleteInChunks } from '../db/delete-in-chunks.ts'
import type { BaseServices } from '../services.ts'
import { startEvery } from '../workers/every.ts'
import type { Worker } from '../workers/loop.ts'
import { deleteOldEvents, listOrganizationIds } from './events.store.ts'
import { deleteOldRevocations } from './revocations.store.ts'

type RetentionServices = Pick<BaseServices, 'config' | 'database' | 'clock'>

export type RetentionStep = (parts: RetentionServices) => Promise<void>

const EVERY_MS = 3_600_000
const DAY_MS = 86_400_000
const REVOCATIONS_KEPT_DAYS = 7

const daysAgo = (days: number, { clock }: RetentionServices) => new Date(clock.now().getTime() - days * DAY_MS)

export const retentionOfEvents: readonly RetentionStep[] = [
  async (parts) => {
    const { config, database } = parts
    const { days, events: keep } = config.retention
    for (const organizationId of await database.system(listOrganizationIds)) {
      const before = daysAgo(days, parts)
      await deleteInChunks(parts, (tx, chunk) => deleteOldEvents(tx, organizationId, { before, keep, chunk }))
    }
  },
  (parts) => parts.database.system((tx) => deleteOldRevocations(tx, daysAgo(REVOCATIONS_KEPT_DAYS, parts))),
]

interface RetainingModule {
  readonly name: string
  readonly retention?: readonly RetentionStep[]
}

/** Runs the steps of all modules. A step that fails is logged and stops no other step; the run fails at its end. */
export async function enforceRetention(
  parts: RetentionServices & Pick<BaseServices, 'log'>,
  modules: readonly RetainingModule[],
): Promise<void> {
  const failures: unknown[] = []
  for (const { name: module, retention = [] } of modules)
    for (const step of retention)
      try {
        await step(parts)
      } catch (err) {
        parts.log.error({ err, module }, 'a step of the retention failed; the other steps run')
        failures.push(err)
      }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} steps of the retention failed.`)
}

export function startRetention(
  parts: RetentionServices & Pick<BaseServices, 'log'>,
  modules: readonly RetainingModule[],
): Worker {
  const run = () => enforceRetention(parts, modules)
  return startEvery(parts, { name: 'the retention', everyMs: EVERY_MS, atStart: true, run })
}
