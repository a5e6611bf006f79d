/** Verifies the audit in the background, and logs the ends of its chains, because the store's owner can't change the log. */
import { Gauge } from 'prom-client'
import type { Services } from '../../services.ts'
import { startEvery } from '../../workers/every.ts'
import type { Worker } from '../../workers/loop.ts'
import { verifyAudit } from './verify.ts'

const EVERY_MS = 6 * 60 * 60 * 1000

export function startAuditWatch(
  { database, log, metrics }: Pick<Services, 'database' | 'log' | 'metrics'>,
  everyMs = EVERY_MS,
): Worker {
  const broken = new Gauge({
    name: 'foyer_audit_broken',
    help: '1 if the audit differs from what was sealed; must be 0',
    registers: [metrics],
  })

  return startEvery(
    { log },
    {
      name: 'the verification of the audit',
      everyMs,
      atStart: true,
      async run() {
        const { chains, breaks } = await verifyAudit(database)
        broken.set(breaks.length > 0 ? 1 : 0)
        for (const what of breaks) log.error({ what }, 'the audit is broken')
        for (const { organizationId, end } of chains)
          log.info({ organizationId, position: end.position, hash: end.hash }, 'audit anchor')
      },
    },
  )
}
