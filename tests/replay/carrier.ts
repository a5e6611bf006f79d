/** A fake carrier for the outbound worker: accepts every text except `REFUSE_ME`. */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { Registry } from 'prom-client'
import type { MediaGateway } from '../../apps/api/src/gateways/carrier-media.ts'
import type { SmsGateway } from '../../apps/api/src/gateways/sms.ts'
import { startMediaFetching } from '../../apps/api/src/modules/attachments/media-fetching.ts'
import { startOutbound } from '../../apps/api/src/modules/texting/outbound-worker.ts'
import type { Clinics } from '../calls/clinics.ts'
import { until } from '../support/until.ts'

export const REFUSE_ME = 'Refuse this'

export interface Worker {
  /** Resolves when no row waits any more. */
  drain(): Promise<void>
  stop(): Promise<void>
}

export function startWorker({ parts, store }: Clinics): Worker {
  const gateway: SmsGateway = {
    send: async ({ body }) =>
      body === REFUSE_ME ? { outcome: 'refused', code: '21614' } : { outcome: 'accepted', sid: `SM${randomUUID()}` },
    find: async () => ({ outcome: 'absent' }),
  }
  const worker = startOutbound({ ...parts, metrics: new Registry() }, { gateway, pollMs: 50 })
  return { drain: () => untilEmpty(store, 'outbound_texts'), stop: worker.stop }
}

/** Starts the media worker with a fake carrier: any address has a document, except one that ends in `foreign`. */
export function startFetching({ parts, store }: Clinics): Worker {
  const gateway: MediaGateway = {
    fetch: async (url) =>
      url.endsWith('foreign')
        ? { outcome: 'foreign' }
        : { outcome: 'had', bytes: Readable.from([Buffer.from('%PDF-1.4')]), contentType: 'application/pdf' },
  }
  const worker = startMediaFetching({ ...parts, metrics: new Registry() }, { gateway, pollMs: 50 })
  return { drain: () => untilEmpty(store, 'media_fetches'), stop: worker.stop }
}

async function untilEmpty(store: Clinics['store'], table: 'outbound_texts' | 'media_fetches'): Promise<void> {
  await until(async () => {
    const [waiting] = await store.query<{ rows: number }>(`select count(*)::int as rows from ${table}`)
    return waiting?.rows === 0
  })
}
