/** The parts that all steps of the worker share: the lease on the import, and the transactions under it. */
import type { Tx } from '../../../db/tx.ts'
import type { Services } from '../../../services.ts'
import type { Held } from '../../../workers/queue-worker.ts'
import type { OptOutStep } from '../../conversations/conversations.ts'
import type { ImportTarget } from '../../import-target.ts'
import { type DueImport, dueImports, findImport, type KeptImport, lockImport } from '../imports.store.ts'
import { countAdded } from '../rows.store.ts'

/** Long enough for a chunk with its retries, and short enough for the imports of a dead process to go on soon. */
export const LEASE_S = 15
const LANE = 'bulk'

export interface WorkServices
  extends Pick<Services, 'database' | 'files' | 'reader' | 'clock' | 'config' | 'newId' | 'log'> {
  readonly importTargets: readonly ImportTarget[]
  readonly optOutSteps: readonly OptOutStep[]
}

/** The worker no longer has the lease, or the import is not as the step found it. */
export class NotHeld extends Error {}

export interface Step {
  readonly parts: WorkServices
  readonly due: DueImport
  readonly held: Held
  readonly turn: string
  /** A reading extends its lease so often. */
  readonly renewEveryMs: number
}

/** The import as the worker finds it; undefined if another turn of work has it by now. */
export async function findHeld({ parts, due, turn }: Step): Promise<KeptImport | undefined> {
  const kept = await readBulk(parts, due, (tx) => findImport(tx, due))
  return kept?.turn === turn ? kept : undefined
}

export function readBulk<T>(
  { database }: Pick<WorkServices, 'database'>,
  { organizationId }: Pick<DueImport, 'organizationId'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return database.read(organizationId, work, LANE)
}

/** A transaction under the lease, which begins with the lock on the import. */
export function writeHeld<T>(
  { parts, due, turn }: Step,
  isAsFound: (kept: KeptImport) => boolean,
  work: (tx: Tx, kept: KeptImport) => Promise<T>,
): Promise<T> {
  return parts.database.write(
    due.organizationId,
    async (tx) => {
      const kept = await lockImport(tx, due)
      if (kept?.turn !== turn || !isAsFound(kept)) throw new NotHeld()
      return work(tx, kept)
    },
    LANE,
  )
}

/** Extends the lease; throws if another worker has the import. */
export async function renew({ parts, due, held }: Step): Promise<void> {
  held.stopping.throwIfAborted()
  const renewed = await parts.database.systemStatement((queries) =>
    dueImports.renew(queries, due, { worker: held.worker, leaseS: LEASE_S }),
  )
  if (!renewed) throw new NotHeld()
}

/** The store plans with an estimate of the table's rows. The work goes on without a new one if it fails. */
export async function countRows(
  { database, log }: Pick<WorkServices, 'database' | 'log'>,
  added: number,
): Promise<void> {
  try {
    await database.systemStatement((queries) => countAdded(queries, added))
  } catch (error) {
    log.warn({ err: error }, 'could not count the rows of imports anew; the store will')
  }
}
