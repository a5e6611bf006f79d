/**
 * Tells of a campaign whose sends or marks changed: its figures are recounted, and it finishes or pauses by them. Each change
 * notes itself, so that nothing is told late or never after a crash.
 */
import { outreachSetting } from '@foyer/contracts/outreach/outreach-setting.ts'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents } from '../../../events/append.ts'
import type { Services } from '../../../services.ts'
import { startDueWorker } from '../../../workers/due-worker.ts'
import type { Worker } from '../../../workers/loop.ts'
import type { Held } from '../../../workers/queue-worker.ts'
import { readSetting } from '../../organizations/organizations.ts'
import { tellCampaign } from '../campaigns/campaign-change.ts'
import type { CampaignState, Figures } from '../campaigns/campaign-state.rules.ts'
import { type CampaignId, lockCampaignRow, type Saving } from '../campaigns.store.ts'
import { recountFigures } from '../figures.store.ts'
import { lastDue } from './due-sends.store.ts'
import { campaignNews, endNews, takeChanges } from './news.store.ts'
import { readOutcomes } from './outcomes.store.ts'
import { campaignStepMs, etaOf, latest, numberStepMs } from './pace.rules.ts'
import { readPace } from './pace.store.ts'
import { afterTurn, turnOf } from './progress.rules.ts'

/** A change of another process is looked for so often. */
const POLL_MS = 500
const RING_DELAY_MS = 250
/** Screens are told at most so often. */
const TOLD_EVERY_MS = 1000

export function startTellWorker(parts: Services, options: { readonly pollMs?: number } = {}): Worker {
  const { database, clock } = parts
  const work = {
    name: 'the figures of a campaign',
    queue: campaignNews,
    // Each text of a running campaign rings several times, and none is told of within a second of the last.
    ringDelayMs: RING_DELAY_MS,
    take: (campaign: CampaignId, { worker }: Held) =>
      database.write(campaign.organizationId, (tx) => tellNews(tx, campaign, { now: clock.now(), worker }), 'bulk'),
  }
  return startDueWorker(parts, work, { pollMs: POLL_MS, ...options })
}

export async function tellNews(
  tx: Tx,
  campaign: CampaignId,
  { now, worker }: { readonly now: Date; readonly worker: string },
): Promise<'told' | 'finish' | 'fail' | 'gone'> {
  const { organizationId } = campaign
  // A deleted one is told of no more.
  const state = await lockCampaignRow(tx, campaign)
  const [isChanged] = await Promise.all([
    takeChanges(tx, campaign),
    campaignNews.release(tx, campaign, { worker, delayMs: TOLD_EVERY_MS }),
  ])
  if (state === undefined || !isChanged) {
    await endNews(tx, campaign)
    return 'gone'
  }
  const [figures, outcomes] = await Promise.all([
    recountFigures(tx, campaign),
    readOutcomes(tx, campaign, state.failuresSince),
  ])
  const turn = turnOf(state, figures.states, outcomes)
  const saving: Saving = turn === null ? {} : { due: null }
  const after =
    turn === null ? { ...state, etaAt: await expectedEnd(tx, state, figures, now) } : afterTurn(state, turn, now)
  const { change } = await tellCampaign(tx, after, saving)
  await appendEvents(tx, { organizationId, at: now }, [change])
  return turn === 'finish' || turn === 'fail' ? turn : 'told'
}

async function expectedEnd(tx: Tx, state: CampaignState, { states }: Figures, now: Date): Promise<Date | null> {
  const { organizationId, _id: campaignId, perHour, type, nextSlotAt } = state
  if (state.status !== 'running') return state.etaAt
  if (states.waiting === 0) return null
  const [last, { value: settings }, pace] = await Promise.all([
    lastDue(tx, { organizationId, campaignId }),
    readSetting(tx, organizationId, outreachSetting),
    type === 'SMS' ? readPace(tx, organizationId) : null,
  ])
  const ofNumber = type === 'SMS' ? numberStepMs(1, settings.segmentsPerSecond) : 0
  const stepMs = Math.max(campaignStepMs(perHour), ofNumber)
  return etaOf({ waiting: states.waiting, lastDue: last, slot: latest(nextSlotAt, pace), stepMs }, now)
}
