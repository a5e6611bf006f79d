/** The workers for scheduled texts and snoozes, and functions that make their rows due at once. */
import { Registry } from 'prom-client'
import { startScheduledTexts } from '../../apps/api/src/modules/inbox/scheduled/scheduled-texts.ts'
import { startSnoozes } from '../../apps/api/src/modules/inbox/snooze/snoozes.ts'
import type { Clinics } from '../calls/clinics.ts'
import { until } from '../support/until.ts'

export interface DueWorkers {
  /** Resolves when no due row waits any more. */
  drain(): Promise<void>
  stop(): Promise<void>
}

export function startDueWorkers({ parts, store }: Pick<Clinics, 'parts' | 'store'>): DueWorkers {
  const own = { ...parts, metrics: new Registry() }
  const workers = [startScheduledTexts(own, { pollMs: 50 }), startSnoozes(own, { pollMs: 50 })]
  return {
    drain: () =>
      until(async () => {
        const [due] = await store.query<{ things: number }>(
          `select ((select count(*) from scheduled_texts where status = 'waiting' and send_at <= now()) +
            (select count(*) from conversations where snoozed_until <= now()))::int as things`,
        )
        return due?.things === 0 ? true : undefined
      }).then(() => undefined),
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}

/** Locks the conversations first and in the order of ids, as the API does, so that this statement causes no deadlock. */
const LOCKED = 'with locked as (select id from conversations order by organization_id, id for update)'

/** Makes every waiting text due, with a time this long ago. */
export const makeTextsDue = ({ store }: Pick<Clinics, 'store'>, ago = '0 seconds') =>
  store.query(
    `${LOCKED} update scheduled_texts set send_at = now() - $1::interval
     where status = 'waiting' and (select count(*) from locked) > 0`,
    [ago],
  )

/** Makes every snooze due. */
export const makeSnoozesDue = ({ store }: Pick<Clinics, 'store'>) =>
  store.query(
    `${LOCKED} update conversations set snoozed_until = now()
     where snoozed_until is not null and (select count(*) from locked) > 0`,
  )
