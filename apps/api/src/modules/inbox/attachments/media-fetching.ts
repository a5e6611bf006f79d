/** The worker that fetches what patients send: leased row by row like the texts on their way out, whoever else is at it. */
import { Counter } from 'prom-client'
import { createMediaGateway, type MediaGateway } from '../../../gateways/carrier-media.ts'
import type { Parts } from '../../../parts.ts'
import { type LeasedMedia, leaseMedia } from '../inbound-media.store.ts'
import { type FetchParts, fetchMedia, postpone } from './fetch-media.ts'
import { mediaDelayMs } from './inbound-media.rules.ts'

/** Longer than fetching, drawing and storing one may take together. */
const LEASE_S = 180
const AT_ONCE = 4

export interface MediaFetchingOptions {
  readonly gateway?: MediaGateway
  /** How often to look without being woken: for what is due again, and for what other processes keep. */
  readonly pollMs?: number
}

export function startMediaFetching(parts: Parts, options: MediaFetchingOptions = {}): { stop(): Promise<void> } {
  const { database, log, doorbell, config } = parts
  const { pollMs = 1000, gateway = createMediaGateway(config.twilio) } = options
  const worker = parts.newId()
  const fetching: FetchParts = { ...parts, gateway, worker }
  const outcomes = new Counter({
    name: 'foyer_inbound_media_total',
    help: 'What came of fetching a file that a patient sent',
    labelNames: ['outcome'],
    registers: [parts.metrics],
  })
  let isStopped = false
  let isWanted = false
  let running: Promise<void> | null = null

  async function take(media: LeasedMedia): Promise<void> {
    try {
      outcomes.inc({ outcome: await fetchMedia(fetching, media) })
    } catch (error) {
      outcomes.inc({ outcome: 'error' })
      log.error({ err: error, messageId: media.messageId }, 'a file that a patient sent was not fetched')
      await postpone(fetching, media, mediaDelayMs(media.attempts)).catch((cause: unknown) =>
        log.warn({ err: cause }, 'a lease was not given back and has to run out'),
      )
    }
  }

  async function run(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false
      const leased = await database.system((tx) => leaseMedia(tx, { worker, limit: AT_ONCE, leaseS: LEASE_S }))
      if (leased.length > 0) isWanted = true
      await Promise.all(leased.map(take))
    }
  }

  function wake(): void {
    isWanted = true
    if (isStopped || running !== null) return
    running = run()
      .catch((error: unknown) => log.warn({ err: error }, 'the files to fetch could not be read'))
      .finally(() => {
        running = null
      })
  }

  const silence = doorbell.onRing(wake)
  const timer = setInterval(wake, pollMs)
  wake()

  return {
    async stop() {
      isStopped = true
      silence()
      clearInterval(timer)
      await running
    },
  }
}
