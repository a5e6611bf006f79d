/** Templates as they are stored, and the queue of their runs. */
import { foldName } from '@foyer/contracts/fold.rules.ts'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { sendUnawaited } from '../../../db/transaction.ts'
import type { Tx } from '../../../db/tx.ts'
import { createQueue } from '../../../workers/queue.ts'
import type { NotifierTemplateTable } from '../campaign.tables.ts'
import type { TemplateState } from './template-state.rules.ts'

export interface TemplateId {
  readonly organizationId: string
  readonly templateId: string
}

/** The store's clock decides which templates are due. */
export const dueTemplates = createQueue<TemplateId>({
  table: 'notifier_templates',
  topic: 'templates',
  key: { organizationId: 'organization_id', templateId: 'id' },
  open: sql`due_at is not null`,
  attempts: 'attempts',
})

const COLUMNS = [
  ...(['organization_id', 'id', 'name', 'frequency_days', 'type', 'purpose', 'subject', 'content'] as const),
  ...(['audience', 'time_of_day', 'starts_on', 'active', 'next_run_at', 'last_run_at', 'last_campaign_id'] as const),
  ...(['missed', 'created_at', 'version'] as const),
] satisfies (keyof NotifierTemplateTable)[]

type Row = Pick<Selectable<NotifierTemplateTable>, (typeof COLUMNS)[number]>

function templatesOf(tx: Tx, organizationId: string) {
  return tx.selectFrom('notifier_templates').select(COLUMNS).where('organization_id', '=', organizationId)
}

/** The templates by name, those with a part of the name. `templateList` of the contracts has the same order. */
export async function listTemplates(tx: Tx, organizationId: string, name: string): Promise<TemplateState[]> {
  const words = foldName(name)
  let query = templatesOf(tx, organizationId)
  if (words !== '') query = query.where(sql<boolean>`position(${words} in fold_name(name)) > 0`)
  const rows = await query.orderBy(sql`fold_name(name) collate "C"`).orderBy('id').execute()
  return rows.map(stateOf)
}

/** Serializes new templates of the organization until this transaction ends, and counts those that it has. */
export async function countTemplates(tx: Tx, organizationId: string): Promise<number> {
  const name = JSON.stringify(['notifier templates', organizationId])
  const [, { templates }] = await Promise.all([
    sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx),
    tx
      .selectFrom('notifier_templates')
      .select(sql<number>`count(*)::int`.as('templates'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow(),
  ])
  return templates
}

/** Locked until the transaction ends, long before the head. */
export async function lockTemplate(tx: Tx, { organizationId, templateId }: TemplateId) {
  const row = await templatesOf(tx, organizationId).where('id', '=', templateId).forUpdate().executeTakeFirst()
  return row && stateOf(row)
}

/** The template if it is due and leased by this worker, and the store's time. Locked in a transaction that writes. */
export async function findDueTemplate(
  tx: Tx,
  { organizationId, templateId }: TemplateId,
  { worker, isLocked }: { readonly worker: string; readonly isLocked: boolean },
) {
  const row = await templatesOf(tx, organizationId)
    .select(sql<Date>`now()`.as('now'))
    .where('id', '=', templateId)
    .where('due_at', '<=', sql<Date>`now()`)
    .where(dueTemplates.heldBy(worker) as RawBuilder<boolean>)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  return row && { template: stateOf(row), now: row.now }
}

/** Inserts the template or writes all of it, without waiting, and ends any lease of it. */
export function saveTemplate(tx: Tx, state: TemplateState, dueAt: Date | null): void {
  const { organization_id, id, ...columns } = { ...rowOf(state), due_at: dueAt }
  sendUnawaited(
    tx,
    tx
      .insertInto('notifier_templates')
      .values({ organization_id, id, ...columns })
      .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doUpdateSet(columns)),
  )
  if (dueAt !== null) dueTemplates.wake(tx)
}

export function deleteTemplate(tx: Tx, { organizationId, templateId }: TemplateId): void {
  sendUnawaited(
    tx,
    tx.deleteFrom('notifier_templates').where('organization_id', '=', organizationId).where('id', '=', templateId),
  )
}

interface Period extends TemplateId {
  readonly period: string
}

/** Whether the template has run on this day, even if that campaign was deleted. */
export async function hasRun(tx: Tx, { organizationId, templateId, period }: Period): Promise<boolean> {
  const row = await tx
    .selectFrom('campaigns')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('template_id', '=', templateId)
    .where('period', '=', period)
    .executeTakeFirst()
  return row !== undefined
}

/** The newest run of the template that has begun, even if that campaign was deleted. One that was taken back has no period. */
export async function findLastRun(tx: Tx, { organizationId, templateId }: TemplateId) {
  return tx
    .selectFrom('campaigns')
    .select(['id as lastCampaignId', 'scheduled_at as lastRunAt'])
    .where('organization_id', '=', organizationId)
    .where('template_id', '=', templateId)
    .where('started_at', 'is not', null)
    .where('period', 'is not', null)
    .orderBy('period', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function stateOf(row: Row): TemplateState {
  return {
    ...{ _id: row.id, organizationId: row.organization_id, name: row.name, frequencyDays: row.frequency_days },
    ...{ type: row.type, purpose: row.purpose, subject: row.subject, content: row.content, audience: row.audience },
    ...{ timeOfDay: row.time_of_day, startsOn: row.starts_on, active: row.active, nextRunAt: row.next_run_at },
    ...{ lastRunAt: row.last_run_at, lastCampaignId: row.last_campaign_id, missed: row.missed },
    ...{ createdAt: row.created_at, version: row.version },
  }
}

function rowOf(state: TemplateState): Insertable<NotifierTemplateTable> {
  return {
    ...{ organization_id: state.organizationId, id: state._id, name: state.name },
    ...{ frequency_days: state.frequencyDays, type: state.type, purpose: state.purpose, subject: state.subject },
    ...{ content: state.content, audience: state.audience && JSON.stringify(state.audience) },
    ...{ time_of_day: state.timeOfDay, starts_on: state.startsOn, active: state.active },
    ...{ next_run_at: state.nextRunAt, last_run_at: state.lastRunAt, last_campaign_id: state.lastCampaignId },
    ...{ missed: JSON.stringify(state.missed), created_at: state.createdAt, version: state.version },
    ...{ leased_by: null, leased_until: null, attempts: 0 },
  }
}
