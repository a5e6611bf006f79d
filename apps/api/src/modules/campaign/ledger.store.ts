/** The ledger of a campaign while it is prepared: a row for each patient of its audience. */
import type { SendState } from '@foyer/contracts/campaign/sends.rules.ts'
import type { SkipReason } from '@foyer/contracts/campaign/skip-reasons.rules.ts'
import { sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import type { CampaignId } from './campaigns.store.ts'

export interface LedgerRow {
  readonly patientId: string
  readonly ordinal: number
  readonly address: string | null
  readonly state: Extract<SendState, 'waiting' | 'skipped'>
  readonly reason: SkipReason | null
  readonly detail: string | null
  readonly dueAt: Date | null
  readonly timezone: string
  readonly segments: number | null
}

/** Sent without waiting. A patient who is in the ledger stays as they are. */
export function addSends(
  tx: Tx,
  { organizationId, campaignId }: CampaignId,
  rows: readonly LedgerRow[],
  at: Date,
): void {
  if (rows.length === 0) return
  const insert = sql`
    insert into campaign_sends (organization_id, campaign_id, step, patient_id, ordinal, address, state, reason, detail,
      due_at, timezone, at, segments)
    select ${organizationId}, ${campaignId}, 1, "patientId", ordinal, address, state, reason, detail, "dueAt", timezone,
      ${at}::timestamptz, segments
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given ("patientId" text, ordinal int, address text,
      state text, reason text, detail text, "dueAt" timestamptz, timezone text, segments int)
    on conflict do nothing`
  sendUnawaited(tx, { compile: () => insert.compile(tx) })
}

/** The most rows that one transaction deletes, because the campaign is locked meanwhile. */
const DELETED_AT_ONCE = 2000

/** Deletes rows of a campaign that has sent nothing, and returns whether more may be there. The caller has locked it. */
export async function clearSends(tx: Tx, { organizationId, campaignId }: CampaignId): Promise<boolean> {
  const own = sql`organization_id = ${organizationId} and campaign_id = ${campaignId} and step = 1`
  const { numAffectedRows = 0n } = await sql`
    delete from campaign_sends
    where ${own} and ordinal <= coalesce((
      select ordinal from campaign_sends where ${own}
      order by ordinal offset ${sql.lit(DELETED_AT_ONCE - 1)} limit 1), 2147483647)`.execute(tx)
  return numAffectedRows >= BigInt(DELETED_AT_ONCE)
}

/** When the first text or e-mail of a prepared campaign leaves; null if nobody gets one. */
export async function firstDue(tx: Tx, { organizationId, campaignId }: CampaignId): Promise<Date | null> {
  const { rows } = await sql<{ due_at: Date }>`
    select due_at from campaign_sends
    where organization_id = ${organizationId} and campaign_id = ${campaignId} and state = 'waiting'
    order by due_at, ordinal limit 1`.execute(tx)
  return rows[0]?.due_at ?? null
}
