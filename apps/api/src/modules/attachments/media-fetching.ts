/** Starts the worker that fetches the files of patients' texts. */
import { createMediaGateway, type MediaGateway } from '../../gateways/carrier-media.ts'
import type { Services } from '../../services.ts'
import { retryDelayMs } from '../../workers/backoff.rules.ts'
import type { Worker } from '../../workers/loop.ts'
import { startQueueWorker } from '../../workers/queue-worker.ts'
import { fetchMedia } from './fetch-media.ts'
import { MEDIA_RETRIES } from './inbound-media.rules.ts'
import { inboundMedia, type LeasedMedia } from './inbound-media.store.ts'

/** Longer than fetching, re-encoding and storing one file may take together. */
const LEASE_S = 180
const AT_ONCE = 4

export interface MediaFetchingOptions {
  readonly gateway?: MediaGateway
  readonly pollMs?: number
}

export function startMediaFetching(parts: Services, options: MediaFetchingOptions = {}): Worker {
  const { pollMs = 1000, gateway = createMediaGateway(parts.config.twilio) } = options
  return startQueueWorker<LeasedMedia>(parts, {
    name: 'a file that a patient sent',
    queue: inboundMedia,
    leaseS: LEASE_S,
    atOnce: AT_ONCE,
    pollMs,
    take: (media, { worker }) => fetchMedia({ ...parts, gateway, worker }, media),
    giveBack: (queries, media, worker) =>
      inboundMedia.release(queries, media, { worker, delayMs: retryDelayMs(MEDIA_RETRIES, media.attempts) }),
    outcomes: { name: 'foyer_inbound_media_total', help: 'Outcomes of fetching files that patients sent' },
  })
}
