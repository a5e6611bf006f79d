/** The workers of campaigns and templates with a carrier that accepts every text. */
import { Registry } from 'prom-client'
import { startPrepareWorker } from '../../apps/api/src/modules/campaign/audience/prepare-worker.ts'
import { startCancelWorker } from '../../apps/api/src/modules/campaign/campaigns/cancel-worker.ts'
import { startSendWorker } from '../../apps/api/src/modules/campaign/sending/send-worker.ts'
import { startTellWorker } from '../../apps/api/src/modules/campaign/sending/tell-news.ts'
import { startRunWorker } from '../../apps/api/src/modules/campaign/templates/run-worker.ts'
import type { Clinics } from '../calls/clinics.ts'
import { until } from '../support/until.ts'
import { startWorker } from './carrier.ts'

/** Resolves when no campaign has anything to do for the next minute, and everything of it is told. */
export async function campaignsWork(clinics: Clinics): Promise<void> {
  const own = { ...clinics.parts, metrics: new Registry() }
  const quick = { pollMs: 50 }
  const workers = [
    startPrepareWorker(own, quick),
    startCancelWorker(own, quick),
    startSendWorker(own, quick),
    startTellWorker(own, quick),
    startWorker(clinics),
  ]
  try {
    await until(() => isAtRest(clinics))
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
  }
}

async function isAtRest({ store }: Clinics): Promise<boolean> {
  const [found] = await store.query<{ rests: boolean }>(
    `select not exists (select from campaign_changes) and not exists (select from outbound_texts)
       and not exists (
         select from campaigns
         where preparing or status = 'draft' and prepared > 0 or status = 'stopped' and (states ->> 'waiting')::int > 0
           or status in ('scheduled', 'running') and due_at < now() + interval '1 minute') as rests`,
  )
  return found?.rests === true
}

/** Launches the run of each template that is due. */
export async function templatesRun(clinics: Clinics): Promise<void> {
  const worker = startRunWorker({ ...clinics.parts, metrics: new Registry() }, { pollMs: 50 })
  await until(async () => {
    const [found] = await clinics.store.query<{ due: number }>(
      'select count(*)::int as due from notifier_templates where due_at <= now()',
    )
    return found?.due === 0
  }).finally(worker.stop)
}
