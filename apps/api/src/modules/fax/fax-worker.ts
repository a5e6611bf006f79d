/** The workers of faxes: one hands them over and follows them, the other has the service delete the pages of ended ones. */
import { createFaxGateway, FAX_CALL_MS, type FaxGateway } from '../../gateways/sinch.ts'
import type { Services } from '../../services.ts'
import { type Backoff, retryDelayMs } from '../../workers/backoff.rules.ts'
import type { Worker } from '../../workers/loop.ts'
import { startQueueWorker } from '../../workers/queue-worker.ts'
import { type DueFax, dueFaxes, forgetLeftover, type Leftover, leftovers } from './fax-queue.store.ts'
import { handOverFax } from './hand-over.ts'

/** Longer than a call and three commits may take together. */
const LEASE_S = 120
const AT_ONCE = 4
const POLL_MS = 2000
const LEFTOVER_RETRIES: Backoff = { firstMs: 5000, mostMs: 60 * 60_000 }
const LEFTOVER_GIVEN_UP_MS = 7 * 24 * 60 * 60_000
const FAILED_AGAIN_MS = 15_000

export interface FaxWorkerOptions {
  readonly gateway?: FaxGateway | null
  readonly pollMs?: number
}

function faxGatewayOf({ config, clock }: Pick<Services, 'config' | 'clock'>): FaxGateway | null {
  return config.fax.service && createFaxGateway(config.fax.service, { clock })
}

export function startFaxWorker(parts: Services, options: FaxWorkerOptions = {}): Worker {
  const { gateway = faxGatewayOf(parts), pollMs = POLL_MS } = options
  return startQueueWorker<DueFax>(parts, {
    name: 'a fax to the fax service',
    queue: dueFaxes,
    leaseS: LEASE_S,
    atOnce: AT_ONCE,
    pollMs,
    take: (fax, { worker, leftMs }) =>
      handOverFax({ ...parts, gateway, worker, mayCall: () => leftMs() > FAX_CALL_MS }, fax),
    giveBack: (queries, fax, worker) => dueFaxes.release(queries, fax, { worker, delayMs: FAILED_AGAIN_MS }),
    outcomes: { name: 'foyer_faxes_handed_over_total', help: 'Outcomes of handing faxes over to the fax service' },
  })
}

export function startLeftoverWorker(parts: Services, options: FaxWorkerOptions = {}): Worker {
  const { gateway = faxGatewayOf(parts), pollMs = POLL_MS } = options
  const { database, clock } = parts
  return startQueueWorker<Leftover>(parts, {
    name: 'the pages of an ended fax',
    queue: leftovers,
    leaseS: LEASE_S,
    atOnce: AT_ONCE,
    pollMs,
    async take(leftover, { worker }) {
      const isOld = clock.now().getTime() - leftover.queuedAt.getTime() > LEFTOVER_GIVEN_UP_MS
      const isDeleted = gateway !== null && (await gateway.deleteContent(leftover.sinchId))
      if (isDeleted || isOld) {
        await database.systemStatement((queries) => forgetLeftover(queries, leftover))
        return isDeleted ? 'deleted' : 'gave_up'
      }
      const delayMs = retryDelayMs(LEFTOVER_RETRIES, leftover.attempts)
      await database.systemStatement((queries) => leftovers.release(queries, leftover, { worker, delayMs }))
      return 'again'
    },
    giveBack: (queries, leftover, worker) => leftovers.release(queries, leftover, { worker, delayMs: FAILED_AGAIN_MS }),
    outcomes: { name: 'foyer_fax_pages_deleted_total', help: 'Outcomes of deleting pages at the fax service' },
  })
}
