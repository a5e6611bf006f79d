/** Starts a worker that hands the mails of one queue over to the e-mail service. */
import { createEmailGateway, type EmailGateway } from '../../gateways/email.ts'
import type { BaseServices } from '../../services.ts'
import { retryDelayMs } from '../../workers/backoff.rules.ts'
import type { Worker } from '../../workers/loop.ts'
import { type QueueWork, startQueueWorker, type WorkerServices } from '../../workers/queue-worker.ts'
import { handOverMail, type MailKind } from './mail-hand-over.ts'
import type { LeasedMail } from './mail-queue.ts'

/**
 * Longer than a look-up, a call and two commits may take together. A call begins only while at least CALL_MS of it is
 * left.
 */
const LEASE_S = 45
const CALL_MS = 15_000
const AT_ONCE = 4

export interface MailingOptions {
  readonly gateway?: EmailGateway | null
  readonly pollMs?: number
}

export function startMailWorker<Mail extends LeasedMail>(
  parts: WorkerServices & Pick<BaseServices, 'config'>,
  kind: MailKind<Mail>,
  work: Pick<QueueWork<Mail>, 'name' | 'outcomes'>,
  { pollMs = 2000, gateway = createEmailGateway(parts.config.email) }: MailingOptions = {},
): Worker {
  return startQueueWorker<Mail>(parts, {
    ...work,
    queue: kind.queue,
    leaseS: LEASE_S,
    atOnce: AT_ONCE,
    pollMs,
    take: (mail, { worker, leftMs }) =>
      handOverMail(kind, { gateway, worker, mayCall: () => leftMs() > CALL_MS }, mail),
    giveBack: (queries, mail, worker) =>
      kind.queue.release(queries, mail, {
        worker,
        delayMs: retryDelayMs(kind.retries, mail.attempts, { isUnknown: true }),
      }),
  })
}
