/**
 * Prepares a launched campaign: its audience is read in chunks, and each chunk is planned and written to the ledger in one
 * transaction, together with how far the audience is read. After a crash it goes on after the last chunk. Nothing is sent before
 * all are in.
 */
import type { Tx } from '../../../db/tx.ts'
import { appendEvents } from '../../../events/append.ts'
import type { Services } from '../../../services.ts'
import type { Held } from '../../../workers/queue-worker.ts'
import { tellCampaign } from '../campaigns/campaign-change.ts'
import { clinicProblems } from '../campaigns/campaign-problems.ts'
import type { CampaignState } from '../campaigns/campaign-state.rules.ts'
import { findCampaign, lockCampaignRow, saveCampaign } from '../campaigns.store.ts'
import { type FactsAsked, factsAsked } from '../facts.store.ts'
import { addSends, clearSends, firstDue, type LedgerRow } from '../ledger.store.ts'
import { readChunk } from './chunk.store.ts'
import { isWithdrawn } from './launch.rules.ts'
import { type Planner, type PlanPolicy, planner } from './plan.rules.ts'
import { readPlanPolicy } from './plan-policy.ts'
import { type AudienceSource, readSource } from './source.store.ts'
import { LEASE_S, type Unprepared, unpreparedCampaigns } from './unprepared.store.ts'
import { type PlannedPatient, planAll } from './walk.ts'

const LANE = 'bulk'
/** The patients that are looked at in one transaction. */
const CHUNK = 500
/** Screens are told of the progress at most so often. */
const TOLD_EVERY_MS = 1000
/** Chunks without a patient of the audience are noted only so often, within the lease. */
const NOTED_EVERY_MS = 4000

export interface Step {
  readonly parts: Pick<Services, 'clock' | 'config' | 'database'>
  readonly due: Unprepared
  readonly held: Held
}

/** Another worker has the lease, or staff changed the campaign: the work is begun again, or left. */
export class NotAsFound extends Error {}

/** A campaign with what is read once for all of its chunks. */
export interface Preparation {
  readonly campaign: CampaignState
  readonly source: AudienceSource
  readonly asked: FactsAsked
  readonly planOf: Planner
  /** The last patient who was looked at. */
  readonly after: string | null
  readonly notedAt: number
  readonly toldAt: number
}

/** Null where nothing is to be prepared. */
export async function beginPreparation({ parts, due }: Step): Promise<Preparation | null> {
  const { organizationId } = due
  return parts.database.read(
    organizationId,
    async (tx) => {
      const [campaign, { facts, policy }] = await Promise.all([
        findCampaign(tx, due),
        readPlanPolicy(tx, parts, organizationId),
      ])
      if (!campaign?.preparing || campaign.audience === null) return null
      const now = parts.clock.now()
      const source = await readSource(tx, organizationId, campaign.audience, { now, timezone: policy.clinic.timezone })
      const asked = factsAsked(campaign, { organizationId, campaignId: null, now })
      const isComplete = clinicProblems(campaign, facts).length === 0
      const begun = performance.now()
      return {
        ...{ campaign, source, asked, planOf: planner(campaign, isComplete ? policy : withClinicDetails(policy), now) },
        ...{ after: campaign.preparedTo, notedAt: begun, toldAt: begun },
      }
    },
    LANE,
  )
}

const ANY_NUMBER = '+15125550100'

/**
 * The policy of a clinic that has set each detail that words may have. The launch has found them set. If the clinic has removed
 * one since, nobody is left out for it: the campaign pauses, or is taken back, before its next text.
 */
function withClinicDetails({ clinic, bookingLink, ...policy }: PlanPolicy): PlanPolicy {
  const { phoneNumber } = clinic
  return {
    ...policy,
    clinic: { ...clinic, phoneNumber: phoneNumber ?? ANY_NUMBER },
    bookingLink: bookingLink ?? policy.shortLinkUrl,
  }
}

/**
 * Deletes some rows that an earlier launch left: `more` where others may be left, `clean` where the campaign is to be prepared, and
 * `gone` where nothing more is to be done.
 */
export async function clearSome({ parts, due, held }: Step): Promise<'more' | 'clean' | 'gone'> {
  return parts.database.write(
    due.organizationId,
    async (tx) => {
      const [campaign, renewed] = await Promise.all([
        lockCampaignRow(tx, due, { withDeleted: true }),
        renew(tx, due, held),
      ])
      if (!campaign || !renewed) return 'gone'
      if (isWithdrawn(campaign)) {
        if (await clearSends(tx, due)) return 'more'
        saveCampaign(tx, { ...campaign, prepared: 0 }, { due: null, endsLease: true })
        return 'gone'
      }
      if (!campaign.preparing || campaign.preparedTo !== null) return 'clean'
      return (await clearSends(tx, due)) ? 'more' : 'clean'
    },
    LANE,
  )
}

function renew(tx: Tx, due: Unprepared, { worker }: Held) {
  return unpreparedCampaigns.renew(tx, due, { worker, leaseS: LEASE_S, set: { attempts: 0 } })
}

/** Prepares the next chunk; null when all are in. */
export async function prepareChunk(step: Step, preparation: Preparation): Promise<Preparation | null> {
  const { parts, due } = step
  const { campaign, source, asked, planOf, after } = preparation
  const window = { after, size: CHUNK }
  const { patients, end } = await parts.database.read(
    due.organizationId,
    (tx) => readChunk(tx, source, asked, window),
    LANE,
  )
  const began = performance.now()
  if (patients.length === 0 && end !== null && began - preparation.notedAt < NOTED_EVERY_MS)
    return { ...preparation, after: end }
  const planned = await planAll(patients, planOf)
  const rows = planned.map((one, index) => ledgerRow(one, campaign.prepared + index))
  const isLast = end === null
  const isTold = isLast || began - preparation.toldAt >= TOLD_EVERY_MS
  const saved = await writeHeld(step, campaign, (tx, locked) =>
    isLast ? finish(tx, step, locked, rows) : proceed(tx, step, { campaign: locked, rows, end, isTold }),
  )
  if (isLast) return null
  return { ...preparation, campaign: saved, after: end, notedAt: began, toldAt: isTold ? began : preparation.toldAt }
}

function ledgerRow({ facts, plan }: PlannedPatient, ordinal: number): LedgerRow {
  const { timezone } = plan
  const { patientId, address } = facts
  const row = { patientId, ordinal, address, timezone }
  return 'skip' in plan
    ? { ...row, state: 'skipped', reason: plan.skip, detail: plan.detail, dueAt: null, segments: null }
    : { ...row, state: 'waiting', reason: null, detail: null, dueAt: plan.send.at, segments: plan.send.segments }
}

/** A transaction under the lease that begins with the lock on the campaign, which is as the chunk found it. */
function writeHeld(
  { parts, due, held }: Step,
  found: CampaignState,
  work: (tx: Tx, locked: CampaignState) => Promise<CampaignState>,
): Promise<CampaignState> {
  return parts.database.write(
    due.organizationId,
    async (tx) => {
      const [campaign, renewed] = await Promise.all([lockCampaignRow(tx, due), renew(tx, due, held)])
      if (!campaign || !renewed || !isAs(found, campaign)) throw new NotAsFound()
      return work(tx, campaign)
    },
    LANE,
  )
}

function isAs(found: CampaignState, campaign: CampaignState): boolean {
  return (
    campaign.preparing &&
    campaign.revision === found.revision &&
    campaign.status === found.status &&
    campaign.preparedTo === found.preparedTo
  )
}

interface Proceeding {
  readonly campaign: CampaignState
  readonly rows: readonly LedgerRow[]
  readonly end: string
  readonly isTold: boolean
}

async function proceed(tx: Tx, { parts, due }: Step, { campaign, rows, end, isTold }: Proceeding) {
  const at = parts.clock.now()
  addSends(tx, due, rows, at)
  const after = { ...campaign, preparedTo: end, prepared: campaign.prepared + rows.length }
  if (!isTold) {
    saveCampaign(tx, after)
    return after
  }
  const { change, told } = await tellCampaign(tx, after)
  await appendEvents(tx, { organizationId: due.organizationId, at }, [change])
  return told()
}

/** The campaign becomes due when its first text may leave; a paused one when it is resumed. */
async function finish(tx: Tx, { parts, due }: Step, campaign: CampaignState, rows: readonly LedgerRow[]) {
  const at = parts.clock.now()
  addSends(tx, due, rows, at)
  const first = await firstDue(tx, due)
  const after = { ...campaign, preparing: false, prepared: campaign.prepared + rows.length }
  const isPaused = campaign.status === 'paused'
  const { change, told } = await tellCampaign(tx, after, { due: isPaused ? null : (first ?? 'now'), endsLease: true })
  await appendEvents(tx, { organizationId: due.organizationId, at }, [change])
  return told()
}
