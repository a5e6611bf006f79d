/**
 * The worker that hands texts over to the carrier. The queue is a table in our own store, leased row by row. A separate
 * queue service would hold a second state beside the message's row; the order within a conversation and "look up before
 * sending again" need that row's lock anyway; and an insert into the queue passes row-level security as foyer_app like
 * any other.
 */
import { sql } from 'kysely'
import type { Queries } from '../../db/tx.ts'
import { createSmsGateway, type SmsGateway } from '../../gateways/sms.ts'
import type { Services } from '../../services.ts'
import { retryDelayMs } from '../../workers/backoff.rules.ts'
import type { Worker } from '../../workers/loop.ts'
import type { Lease } from '../../workers/queue.ts'
import { startQueueWorker } from '../../workers/queue-worker.ts'
import { giveBack, type LeasedText, outboundTexts } from '../outbound/outbound.ts'
import { TEXT_RETRIES } from './delivery.rules.ts'
import type { DeliveryServices } from './delivery.ts'
import { handOver } from './hand-over.ts'

/**
 * Longer than a look-up, a call and two commits may take together. A call begins only while at least CALL_MS of it is
 * left.
 */
const LEASE_S = 45
const CALL_MS = 15_000
/** Long enough for a call and one commit. If its process dies, the text is looked up at the carrier after it. */
const READY_LEASE_S = 30
/**
 * A slow carrier holds each text for seconds, and no connection meanwhile: the lane of the carrier's work bounds those of each
 * organization before and after the call.
 */
const AT_ONCE = 32
/** The texts of campaigns get at most half of the places. */
const CAMPAIGNS_AT_ONCE = AT_ONCE / 2

export interface OutboundOptions {
  readonly gateway?: SmsGateway
  readonly pollMs?: number
}

export function startOutbound(parts: Services & DeliveryServices, options: OutboundOptions = {}): Worker {
  const { pollMs = 1000, gateway = createSmsGateway(parts.config.twilio) } = options
  /** Whether the last lease may have left texts of campaigns out. */
  let isShareFull = false
  return startQueueWorker<LeasedText>(parts, {
    name: 'a text to the carrier',
    queue: outboundTexts,
    leaseS: LEASE_S,
    places: { leaseS: READY_LEASE_S, bulkMax: CAMPAIGNS_AT_ONCE, isBulk: ({ kind }) => kind === 'campaign' },
    atOnce: AT_ONCE,
    pollMs,
    async lease(queries, lease) {
      const before = campaignsIn(lease.except ?? [])
      const leased = await leaseInOrder(queries, lease, CAMPAIGNS_AT_ONCE - before)
      isShareFull = before + campaignsIn(leased) >= CAMPAIGNS_AT_ONCE
      return leased
    },
    looksAgainAfter: ({ kind }) => kind === 'campaign' && isShareFull,
    take: (text, { worker, leftMs }) =>
      handOver({ ...parts, gateway, worker, mayCall: () => leftMs() > CALL_MS }, text),
    giveBack: (queries, text, worker) =>
      giveBack(queries, text, {
        worker,
        delayMs: retryDelayMs(TEXT_RETRIES, text.attempts),
        handedDelayMs: retryDelayMs(TEXT_RETRIES, text.attempts, { isUnknown: true }),
      }),
    outcomes: { name: 'foyer_texts_handed_over_total', help: 'Outcomes of handing texts over to the carrier' },
  })
}

/** The texts of campaigns come after all others, however long they are due. */
function leaseInOrder(queries: Queries, lease: Lease<LeasedText>, campaigns: number): Promise<LeasedText[]> {
  return outboundTexts.leasePortions(queries, lease, [
    { where: sql`kind <> 'campaign'`, limit: lease.limit },
    { where: sql`kind = 'campaign'`, limit: Math.max(0, campaigns) },
  ])
}

function campaignsIn(texts: readonly LeasedText[]): number {
  return texts.filter(({ kind }) => kind === 'campaign').length
}
