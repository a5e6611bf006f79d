/** While two APIs run side by side: work that only one may do at a time is done by one. */
import { createDatabase } from '../../apps/api/src/db/database.ts'
import { verifyAudit } from '../../apps/api/src/modules/audit/verify.ts'
import type { Fault } from './fault.ts'
import type { Ledger } from './ledger.ts'
import type { ChaosWorld } from './world.ts'

/**
 * Starts counting; the returned function judges the round. A lease may run out while its holder or the store hangs, so only a
 * round without other faults is judged.
 */
export function watchHandover({ webhookLines }: Pick<ChaosWorld, 'webhookLines'>, ledger: Ledger) {
  const crossings = () => webhookLines.reduce((sum, line) => sum + line.crossings(), 0)
  const before = crossings()
  return (faults: readonly Pick<Fault, 'isHandover'>[]) => {
    const crossed = crossings() - before
    const isCalm = faults.every(({ isHandover }) => isHandover)
    ledger.hold(
      'I4',
      !isCalm || crossed === 0,
      () => `${crossed} batches of a log were posted at the same time as another`,
    )
  }
}

/** The audit's chains are complete, also if several APIs sealed them. */
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
