/** The worker that sends the texts and e-mails of running campaigns, each when its time and both paces allow it. */
import { Refusal } from '../../../http/refusal.ts'
import type { Services } from '../../../services.ts'
import { type Backoff, retryDelayMs } from '../../../workers/backoff.rules.ts'
import type { Worker } from '../../../workers/loop.ts'
import { type Held, startQueueWorker } from '../../../workers/queue-worker.ts'
import { lockCampaignRow } from '../campaigns.store.ts'
import { firstWaiting, postponeSend, type SendingCampaign, sendingCampaigns } from './due-sends.store.ts'
import { createReadiness } from './readiness.ts'
import { DayFilled, LEASE_S, type SendOutcome, sendNext } from './send-next.ts'

/** The campaigns that one process sends at the same time. */
const AT_ONCE = 8
const POLL_MS = 2000
/** After this time the worker looks whether other campaigns are due. */
const TURN_MS = 10_000
const RETRIES: Backoff = { firstMs: 1000, mostMs: 60_000 }
/** A send that can't be made waits so long, so that those after it leave. */
const POISONED_MS = 600_000
/** After so many of them in one turn the fault is not one of single sends. */
const POISONED_MAX = 3

const GOES_ON: readonly SendOutcome[] = ['sent', 'skipped', 'moved', 'begun']

export function startSendWorker(parts: Services, { pollMs = POLL_MS }: { readonly pollMs?: number } = {}): Worker {
  return startQueueWorker<SendingCampaign>(parts, {
    ...{ name: 'the sends of a campaign', queue: sendingCampaigns, leaseS: LEASE_S, atOnce: AT_ONCE },
    ...{ pollMs, isTimed: true },
    // It rests until its next slot, which is soon, and no change wakes the worker then.
    looksAgainAfter: () => true,
    take: (due, held) => sendDue(parts, due, held),
    giveBack: (queries, due, worker) =>
      sendingCampaigns.release(queries, due, { worker, delayMs: retryDelayMs(RETRIES, due.attempts) }),
    outcomes: { name: 'foyer_campaign_turns_total', help: 'Outcomes of turns of sending campaigns' },
  })
}

export async function sendDue(
  parts: Pick<Services, 'clock' | 'config' | 'database' | 'log' | 'newId'>,
  due: SendingCampaign,
  { worker, stopping }: Pick<Held, 'worker' | 'stopping'>,
): Promise<SendOutcome | 'turned'> {
  const { database } = parts
  const until = performance.now() + TURN_MS
  const isReady = createReadiness(parts.config)
  let poisoned = 0
  while (!stopping.aborted && performance.now() < until) {
    const outcome = await database
      .write(due.organizationId, (tx) => sendNext(tx, parts, { due, worker, isReady }), 'sends')
      .catch((error: unknown) => {
        if (error instanceof DayFilled) return 'moved' as const
        poisoned++
        if (poisoned > POISONED_MAX) throw error
        return setAside(parts, due, error)
      })
    if (!GOES_ON.includes(outcome)) return outcome
  }
  await database.systemStatement((queries) =>
    sendingCampaigns.release(queries, due, { worker, delayMs: 0, set: { attempts: 0 } }),
  )
  return 'turned'
}

/** One send that can't be made does not hold the others. */
async function setAside(
  { database, clock, log }: Pick<Services, 'clock' | 'database' | 'log'>,
  due: SendingCampaign,
  error: unknown,
): Promise<SendOutcome> {
  if (error instanceof Refusal) throw error
  log.error({ err: error, campaign: due.campaignId }, 'a send of a campaign could not be made, it is tried again later')
  await database.write(
    due.organizationId,
    async (tx) => {
      const [campaign, send] = await Promise.all([lockCampaignRow(tx, due), firstWaiting(tx, due)])
      if (campaign && send) await postponeSend(tx, due, send, new Date(clock.now().getTime() + POISONED_MS))
    },
    'bulk',
  )
  return 'moved'
}
