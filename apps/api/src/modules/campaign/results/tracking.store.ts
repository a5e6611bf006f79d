import type { TrackedEvent } from '@foyer/contracts/outreach/link-calls.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import type { CampaignId } from '../campaigns.store.ts'

/**
 * Whether the organization has both, and the patient is a recipient. A campaign whose audience is not read yet has no recipients:
 * then any patient may have done it.
 */
export async function haveBoth(
  tx: Tx,
  { organizationId, campaignId }: CampaignId,
  patientId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from campaigns
    join patients on patients.organization_id = campaigns.organization_id and patients.id = ${patientId}
    where campaigns.organization_id = ${organizationId} and campaigns.id = ${campaignId}
      and campaigns.deleted_at is null
      and (campaigns.status in ('draft', 'scheduled') or campaigns.preparing or exists (
        select from campaign_sends as sends
        where sends.organization_id = campaigns.organization_id and sends.campaign_id = campaigns.id
          and sends.patient_id = patients.id))`.execute(tx)
  return rows.length > 0
}

/** The patients of each event. */
export async function countTracked(
  tx: Tx,
  { organizationId, campaignId }: CampaignId,
): Promise<Record<TrackedEvent, number>> {
  const { rows } = await sql<Record<TrackedEvent, number>>`
    select (
        select count(distinct patient_id) from campaign_sends
        where organization_id = ${organizationId} and campaign_id = ${campaignId} and taken_at is not null
      )::int as sent,
      count(*) filter (where event = 'opened')::int as opened,
      count(*) filter (where event = 'clicked')::int as clicked,
      count(*) filter (where event = 'replied')::int as replied
    from campaign_marks where organization_id = ${organizationId} and campaign_id = ${campaignId}`.execute(tx)
  const [counted] = rows
  if (!counted) throw new Error('A count returned no row.')
  return counted
}
