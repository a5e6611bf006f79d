/** Campaigns as they are stored. */
import { type Insertable, type Selectable, sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import { wake } from '../../db/wakes.ts'
import { NOT_LEASED } from '../../workers/queue.ts'
import type { CampaignTable } from './campaign.tables.ts'
import type { CampaignState } from './campaigns/campaign-state.rules.ts'

/** Wakes the workers when a campaign has become due. */
export const CAMPAIGNS_TOPIC = 'campaigns'

const COLUMNS = [
  ...(['organization_id', 'id', 'name', 'kind', 'template_id', 'period', 'type', 'purpose', 'status'] as const),
  ...(['pause_reason', 'paused_by', 'paused_by_name', 'stopped_by', 'stopped_by_name', 'audience', 'steps'] as const),
  ...(['clock', 'scheduled_at', 'timezone', 'per_hour', 'failure_percent', 'fallbacks', 'track_links'] as const),
  ...(['track_opens', 'revision', 'saved_by', 'saved_by_name', 'saved_at', 'created_by', 'created_by_name'] as const),
  ...(['created_at', 'started_at', 'finished_at', 'deleted_at', 'eta_at', 'states', 'step_states', 'results'] as const),
  ...(['causes', 'skipped', 'version', 'preparing', 'prepared_to', 'prepared', 'failures_since'] as const),
  ...(['next_slot_at'] as const),
] satisfies (keyof CampaignTable)[]

type Row = Pick<Selectable<CampaignTable>, (typeof COLUMNS)[number]>

export interface CampaignId {
  readonly organizationId: string
  readonly campaignId: string
}

/** The campaigns of the organization, without deleted ones. */
export function campaignsOf(tx: Tx, organizationId: string) {
  return allOf(tx, organizationId).where('deleted_at', 'is', null)
}

function allOf(tx: Tx, organizationId: string) {
  return tx.selectFrom('campaigns').select(COLUMNS).where('organization_id', '=', organizationId)
}

export async function findCampaign(tx: Tx, { organizationId, campaignId }: CampaignId) {
  const row = await campaignsOf(tx, organizationId).where('id', '=', campaignId).executeTakeFirst()
  return row && stateOf(row)
}

/** Locks the campaign until the transaction ends: before conversations and patients, and long before the head. */
export async function lockCampaignRow(
  tx: Tx,
  { organizationId, campaignId }: CampaignId,
  { withDeleted = false }: { readonly withDeleted?: boolean } = {},
) {
  const row = await allOf(tx, organizationId)
    .$if(!withDeleted, (query) => query.where('deleted_at', 'is', null))
    .where('id', '=', campaignId)
    .forUpdate()
    .executeTakeFirst()
  return row && stateOf(row)
}

export interface Saving {
  /** When a worker looks at it next, by the store's clock for `now`; null: never. Absent: the time stays. */
  readonly due?: Date | 'now' | null | undefined
  /** The worker that holds the lease is done. */
  readonly endsLease?: boolean | undefined
}

/** Inserts the campaign or writes all of its state, without waiting. */
export function saveCampaign(tx: Tx, state: CampaignState, { due, endsLease = false }: Saving = {}): void {
  const { organization_id, id, ...columns } = rowOf(state)
  const dueAt = due === 'now' ? sql<Date>`now()` : due
  const set = {
    ...columns,
    ...(dueAt !== undefined && { due_at: dueAt }),
    ...(endsLease && { ...NOT_LEASED, attempts: 0 }),
  }
  sendUnawaited(
    tx,
    tx
      .insertInto('campaigns')
      .values({ organization_id, id, ...set })
      .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doUpdateSet(set)),
  )
  if (due) wake(tx, CAMPAIGNS_TOPIC)
}

export function stateOf(row: Row): CampaignState {
  return {
    ...{ _id: row.id, organizationId: row.organization_id, name: row.name, kind: row.kind },
    ...{ templateId: row.template_id, period: row.period, type: row.type, purpose: row.purpose, status: row.status },
    ...{ pauseReason: row.pause_reason, pausedBy: row.paused_by, pausedByName: row.paused_by_name },
    ...{ stoppedBy: row.stopped_by, stoppedByName: row.stopped_by_name, audience: row.audience, steps: row.steps },
    ...{ clock: row.clock, scheduledAt: row.scheduled_at, timezone: row.timezone, perHour: row.per_hour },
    ...{ failurePercent: row.failure_percent, fallbacks: row.fallbacks, trackLinks: row.track_links },
    ...{ trackOpens: row.track_opens, revision: row.revision, savedBy: row.saved_by, savedByName: row.saved_by_name },
    ...{ savedAt: row.saved_at, createdBy: row.created_by, createdByName: row.created_by_name },
    ...{ createdAt: row.created_at, startedAt: row.started_at, finishedAt: row.finished_at },
    ...{ deletedAt: row.deleted_at, etaAt: row.eta_at, version: row.version, preparing: row.preparing },
    ...{ preparedTo: row.prepared_to, prepared: row.prepared, failuresSince: row.failures_since },
    ...{ nextSlotAt: row.next_slot_at },
    figures: {
      ...{ states: row.states, stepStates: row.step_states, results: row.results },
      ...{ causes: row.causes, skipped: row.skipped },
    },
  }
}

function rowOf(state: CampaignState): Insertable<CampaignTable> {
  const { states, stepStates, results, causes, skipped } = state.figures
  return {
    ...{ organization_id: state.organizationId, id: state._id, name: state.name, kind: state.kind },
    ...{ template_id: state.templateId, period: state.period, type: state.type, purpose: state.purpose },
    ...{ status: state.status, pause_reason: state.pauseReason, paused_by: state.pausedBy },
    ...{ paused_by_name: state.pausedByName, stopped_by: state.stoppedBy, stopped_by_name: state.stoppedByName },
    ...{ audience: JSON.stringify(state.audience), steps: JSON.stringify(state.steps), clock: state.clock },
    ...{ scheduled_at: state.scheduledAt, timezone: state.timezone, per_hour: state.perHour },
    ...{ failure_percent: state.failurePercent, fallbacks: JSON.stringify(state.fallbacks) },
    ...{ track_links: state.trackLinks, track_opens: state.trackOpens, revision: state.revision },
    ...{ saved_by: state.savedBy, saved_by_name: state.savedByName, saved_at: state.savedAt },
    ...{ created_by: state.createdBy, created_by_name: state.createdByName, created_at: state.createdAt },
    ...{ started_at: state.startedAt, finished_at: state.finishedAt, deleted_at: state.deletedAt },
    ...{ eta_at: state.etaAt, states: JSON.stringify(states), step_states: JSON.stringify(stepStates) },
    ...{ results: JSON.stringify(results), causes: JSON.stringify(causes), skipped: JSON.stringify(skipped) },
    ...{ version: state.version, preparing: state.preparing, prepared_to: state.preparedTo },
    ...{ prepared: state.prepared, failures_since: state.failuresSince, next_slot_at: state.nextSlotAt },
  }
}
