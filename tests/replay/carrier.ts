/** The carrier at the other end of the worker: takes what it is given, but for what a text itself asks it to refuse. */
import { randomUUID } from 'node:crypto'
import { Registry } from 'prom-client'
import type { SmsGateway } from '../../apps/api/src/gateways/sms.ts'
import { startOutbound } from '../../apps/api/src/modules/inbox/outbound.ts'
import type { Clinics } from '../calls/clinics.ts'
import { until } from '../support/until.ts'

export const REFUSE_ME = 'Refuse this'

export interface Worker {
  /** Until nothing waits any more. */
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
  return {
    async drain() {
      await until(async () => {
        const [waiting] = await store.query<{ texts: number }>('select count(*)::int as texts from outbound_texts')
        return waiting?.texts === 0
      })
    },
    stop: worker.stop,
  }
}
