/** Where two APIs work side by side: of what only one may do at a time, one does it. */
import { createDatabase } from '../../apps/api/src/db/database.ts'
import { verifyAudit } from '../../apps/api/src/modules/audit/verify.ts'
import type { Fault } from './fault.ts'
import type { Ledger } from './ledger.ts'
import type { ChaosWorld } from './world.ts'

/**
 * Begins to look; what it gives judges. A lease may run out in the hands of who hangs, or whose store does: only a round in
 * which nothing else went wrong is held to it.
 */
export function watchHands({ webhookLines }: Pick<ChaosWorld, 'webhookLines'>, ledger: Ledger) {
  const crossings = () => webhookLines.reduce((sum, line) => sum + line.crossings(), 0)
  const before = crossings()
  return (faults: readonly Pick<Fault, 'isHandover'>[]) => {
    const crossed = crossings() - before
    const isCalm = faults.every(({ isHandover }) => isHandover)
    ledger.hold('I4', !isCalm || crossed === 0, () => `${crossed} batches of a log were posted beside one another`)
  }
}

/** However many sealed it: the audit's chains are whole. */
export async function checkSeals({ store }: Pick<ChaosWorld, 'store'>, ledger: Ledger): Promise<void> {
  const database = createDatabase({ url: store.url.href, connections: { organizations: 1, system: 1 } })
  try {
    const { chains, breaks } = await verifyAudit(database)
    for (const what of breaks) ledger.violate('I13', what)
    ledger.count(
      'seals of the audit',
      chains.reduce((sum, { seals }) => sum + seals, 0),
    )
  } finally {
    await database.close()
  }
}
