/** The sends of a campaign that wait, as the sending worker takes them one by one. The caller has locked the campaign. */
import type { SendState } from '@foyer/contracts/campaign/sends.rules.ts'
import type { SkipReason } from '@foyer/contracts/campaign/skip-reasons.rules.ts'
import { sql } from 'kysely'
import { sendUnawaited } from '../../../db/transaction.ts'
import type { Tx } from '../../../db/tx.ts'
import { createQueue } from '../../../workers/queue.ts'
import { CAMPAIGNS_TOPIC, type CampaignId } from '../campaigns.store.ts'

export interface SendingCampaign extends CampaignId {
  readonly attempts: number
  readonly dueAt: Date
  /** The template of a run that had not begun when it was leased. */
  readonly templateId: string | null
}

/** A prepared campaign has the time of its next text as its due time. */
export const sendingCampaigns = createQueue<SendingCampaign>({
  table: 'campaigns',
  topic: CAMPAIGNS_TOPIC,
  key: { organizationId: 'organization_id', campaignId: 'id' },
  fields: {
    ...{ attempts: 'attempts', dueAt: 'due_at' },
    templateId: sql`case when leased.status = 'scheduled' then leased.template_id end`,
  },
  open: sql`not preparing and deleted_at is null and status in ('scheduled', 'running')`,
  attempts: 'attempts',
})

export interface WaitingSend {
  readonly step: number
  readonly patientId: string
  readonly address: string | null
  readonly timezone: string
  readonly dueAt: Date
}

/** The one that is due first; undefined if none waits. */
export async function firstWaiting(
  tx: Tx,
  { organizationId, campaignId }: CampaignId,
): Promise<WaitingSend | undefined> {
  const { rows } = await sql<WaitingSend>`
    select step, patient_id as "patientId", address, timezone, due_at as "dueAt" from campaign_sends
    where organization_id = ${organizationId} and campaign_id = ${campaignId} and state = 'waiting'
    order by due_at, ordinal limit 1`.execute(tx)
  return rows[0]
}

/** When the last of them is due; null if none waits. */
export async function lastDue(tx: Tx, { organizationId, campaignId }: CampaignId): Promise<Date | null> {
  const { rows } = await sql<{ due_at: Date }>`
    select due_at from campaign_sends
    where organization_id = ${organizationId} and campaign_id = ${campaignId} and state = 'waiting'
    order by due_at desc, ordinal desc limit 1`.execute(tx)
  return rows[0]?.due_at ?? null
}

interface SendChange {
  readonly state: Extract<SendState, 'queued' | 'skipped'>
  readonly at: Date
  readonly address?: string
  readonly reason?: SkipReason
  readonly detail?: string | null
  readonly segments?: number | null
  readonly revision?: number
  readonly messageId?: string | null
  readonly mailId?: string | null
}

/** Sent without waiting. */
export function saveSend(tx: Tx, id: CampaignId, { step, patientId }: WaitingSend, change: SendChange): void {
  const { state, at, address, reason = null, detail = null, segments, revision, messageId, mailId } = change
  sendUnawaited(
    tx,
    tx
      .updateTable('campaign_sends')
      .set({
        ...{ state, at, reason, detail, due_at: null },
        ...(address !== undefined && { address }),
        ...(segments !== undefined && { segments }),
        ...(revision !== undefined && { revision }),
        ...(messageId !== undefined && { message_id: messageId }),
        ...(mailId !== undefined && { mail_id: mailId }),
      })
      .where('organization_id', '=', id.organizationId)
      .where('campaign_id', '=', id.campaignId)
      .where('step', '=', step)
      .where('patient_id', '=', patientId)
      .where('state', '=', 'waiting'),
  )
}

/** The patient has another number or address by now. */
export async function readdress(
  tx: Tx,
  id: CampaignId,
  { step, patientId }: WaitingSend,
  address: string | null,
): Promise<void> {
  await tx
    .updateTable('campaign_sends')
    .set({ address })
    .where('organization_id', '=', id.organizationId)
    .where('campaign_id', '=', id.campaignId)
    .where('step', '=', step)
    .where('patient_id', '=', patientId)
    .execute()
}

export async function postponeSend(
  tx: Tx,
  id: CampaignId,
  { step, patientId }: WaitingSend,
  dueAt: Date,
): Promise<void> {
  await tx
    .updateTable('campaign_sends')
    .set({ due_at: dueAt })
    .where('organization_id', '=', id.organizationId)
    .where('campaign_id', '=', id.campaignId)
    .where('step', '=', step)
    .where('patient_id', '=', patientId)
    .where('state', '=', 'waiting')
    .execute()
}

/** So many are moved in one transaction, because the campaign is locked meanwhile. */
const MOVED_AT_ONCE = 2000

/** The sends of a zone where it is night wait for its end. */
export async function postponeZone(
  tx: Tx,
  { organizationId, campaignId }: CampaignId,
  { timezone, until }: { readonly timezone: string; readonly until: Date },
): Promise<void> {
  await sql`
    update campaign_sends set due_at = ${until}
    where organization_id = ${organizationId} and campaign_id = ${campaignId} and state = 'waiting'
      and (step, patient_id) in (
        select step, patient_id from campaign_sends
        where organization_id = ${organizationId} and campaign_id = ${campaignId} and state = 'waiting'
          and timezone = ${timezone} and due_at < ${until}
        order by due_at, ordinal limit ${sql.lit(MOVED_AT_ONCE)})`.execute(tx)
}
