/** Starts the worker that ends holds which have run out, so that screens learn of a tab that was closed. */
import { appendEvents } from '../../../events/append.ts'
import type { Services } from '../../../services.ts'
import { type DueOptions, startDueWorker } from '../../../workers/due-worker.ts'
import type { Worker } from '../../../workers/loop.ts'
import { changesByEnding } from './hold-changes.ts'
import { deleteExpired, expiredHolds, type HoldKey, lockHolds } from './holds.store.ts'

export function startExpiredHolds(parts: Services, options?: DueOptions): Worker {
  const { database, clock } = parts
  return startDueWorker<HoldKey>(
    parts,
    {
      name: 'a hold that has run out',
      queue: expiredHolds,
      take: (key) =>
        database.write(key.organizationId, async (tx) => {
          const [, ended] = await Promise.all([lockHolds(tx, key.organizationId), deleteExpired(tx, key)])
          await appendEvents(tx, { organizationId: key.organizationId, at: clock.now() }, changesByEnding(ended))
          return ended === null ? 'gone' : 'ended'
        }),
    },
    options,
  )
}
