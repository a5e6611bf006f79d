/**
 * The worker that takes texts to the carrier. The queue is a table of ours, leased row by row: the message's own row says
 * how far it is, one more queue beside it would be a second truth; order within a conversation and "ask before sending
 * again" need that row's lock anyhow; and an insert under row-level security as foyer_app is an insert like any other.
 */
import { createSmsGateway, type SmsGateway } from '../../gateways/sms.ts'
import type { Parts } from '../../parts.ts'
import { retryDelayMs } from '../../work/backoff.rules.ts'
import type { Worker } from '../../work/loop.ts'
import { startQueueWorker } from '../../work/queue-worker.ts'
import { giveBack, type LeasedText, outboundTexts } from '../outbound/outbound.ts'
import { TEXT_RETRIES } from './delivery.rules.ts'
import { handOver } from './hand-over.ts'

/** Longer than a look-up, a call and two commits may take together; the call must begin while so much is left. */
const LEASE_S = 45
const CALL_MS = 15_000
const AT_ONCE = 8

export interface OutboundOptions {
  readonly gateway?: SmsGateway
  readonly pollMs?: number
}

export function startOutbound(parts: Parts, options: OutboundOptions = {}): Worker {
  const { pollMs = 1000, gateway = createSmsGateway(parts.config.twilio) } = options
  return startQueueWorker<LeasedText>(parts, {
    name: 'a text to the carrier',
    queue: outboundTexts,
    leaseS: LEASE_S,
    atOnce: AT_ONCE,
    pollMs,
    take: (text, { worker, leftMs }) =>
      handOver({ ...parts, gateway, worker, mayCall: () => leftMs() > CALL_MS }, text),
    giveBack: (tx, text, worker) =>
      giveBack(tx, text, {
        worker,
        delayMs: retryDelayMs(TEXT_RETRIES, text.attempts),
        handedDelayMs: retryDelayMs(TEXT_RETRIES, text.attempts, { isUnknown: true }),
      }),
    outcomes: { name: 'foyer_texts_handed_over_total', help: 'What came of taking a text to the carrier' },
  })
}
