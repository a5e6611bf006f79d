/** The workers of listings: the mirror of reviews, the replies, and changes without an answer. */
import { Counter } from 'prom-client'
import { createGoogleGateway, type GoogleGateway } from '../../gateways/google.ts'
import { GOOGLE_TIMEOUT_MS } from '../../gateways/google-http.ts'
import type { Services } from '../../services.ts'
import type { Worker } from '../../workers/loop.ts'
import { startQueueWorker } from '../../workers/queue-worker.ts'
import { handleChange } from './change-worker.ts'
import { type DueChange, dueChanges } from './changes.store.ts'
import { type DueLocation, dueLocations } from './locations.store.ts'
import { mirrorLocation } from './mirror.ts'
import { handleReply } from './reply-worker.ts'
import { type DueReview, dueReviews } from './reviews.store.ts'
import { createTokenSeal } from './token-seal.ts'

/** A look, a call and their commits fit twice. */
const LEASE_S = 30
const AT_ONCE = 4
const POLL_MS = 2000
const FAILED_AGAIN_MS = 10_000
/** A token and a call, and the commits after it. */
const CALL_MS = GOOGLE_TIMEOUT_MS + 5000

export interface ListingWorkerOptions {
  readonly gateway?: GoogleGateway | null
  readonly pollMs?: number
  readonly leaseS?: number
}

export function googleGatewayOf({ config, clock }: Pick<Services, 'config' | 'clock'>): GoogleGateway | null {
  return config.google && createGoogleGateway(config.google, { clock })
}

export function startMirror(parts: Services, options: ListingWorkerOptions = {}): Worker {
  const { gateway = googleGatewayOf(parts), pollMs = POLL_MS, leaseS = LEASE_S } = options
  const seal = createTokenSeal(parts.config)
  const skipped = new Counter({
    ...{ name: 'foyer_reviews_skipped_total', help: 'Reviews of Google that could not be read' },
    registers: [parts.metrics],
  })
  return startQueueWorker<DueLocation>(parts, {
    ...{ name: 'the reviews of a location', queue: dueLocations, leaseS, atOnce: AT_ONCE, pollMs, isTimed: true },
    take: (due, { worker, leftMs }) =>
      mirrorLocation({ ...parts, gateway, seal, skipped, worker, mayAsk: () => leftMs() > CALL_MS }, due),
    giveBack: (queries, due, worker) => dueLocations.release(queries, due, { worker, delayMs: FAILED_AGAIN_MS }),
    outcomes: { name: 'foyer_review_passes_total', help: 'Outcomes of reading the reviews of a location' },
  })
}

export function startReplies(parts: Services, options: ListingWorkerOptions = {}): Worker {
  const { gateway = googleGatewayOf(parts), pollMs = POLL_MS, leaseS = LEASE_S } = options
  const seal = createTokenSeal(parts.config)
  return startQueueWorker<DueReview>(parts, {
    ...{ name: 'a reply to a review', queue: dueReviews, leaseS, atOnce: AT_ONCE, pollMs, isTimed: true },
    take: (due, { worker, leftMs }) =>
      handleReply({ ...parts, gateway, seal, worker, mayCall: () => leftMs() > CALL_MS }, due),
    giveBack: (queries, due, worker) => dueReviews.release(queries, due, { worker, delayMs: FAILED_AGAIN_MS }),
    outcomes: { name: 'foyer_review_replies_total', help: 'Outcomes of bringing replies to Google' },
  })
}

export function startChanges(parts: Services, options: ListingWorkerOptions = {}): Worker {
  const { gateway = googleGatewayOf(parts), pollMs = POLL_MS, leaseS = LEASE_S } = options
  const seal = createTokenSeal(parts.config)
  return startQueueWorker<DueChange>(parts, {
    ...{ name: 'a change of a listing', queue: dueChanges, leaseS, atOnce: AT_ONCE, pollMs, isTimed: true },
    take: (due, { worker, leftMs }) =>
      handleChange({ ...parts, gateway, seal, worker, mayCall: () => leftMs() > CALL_MS }, due),
    giveBack: (queries, due, worker) => dueChanges.release(queries, due, { worker, delayMs: FAILED_AGAIN_MS }),
    outcomes: { name: 'foyer_listing_changes_total', help: 'Outcomes of finding out about changes of listings' },
  })
}
