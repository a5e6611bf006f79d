import type { CampaignFigures } from '@foyer/contracts/dashboards/dashboard-calls.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'

const MOST = 50

interface Asked {
  readonly organizationId: string
  readonly from: Date
  readonly until: Date
}

/** The campaigns that sent in the span, those that began last first. */
export async function listCampaigns(tx: Tx, { organizationId, from, until }: Asked): Promise<CampaignFigures[]> {
  const { rows } = await sql<Omit<CampaignFigures, '_id' | 'sentAt'> & { id: string; sentAt: Date }>`
    with sent as (
      select campaign_id, count(*)::int as sent, min(coalesce(taken_at, at)) as first from campaign_sends
      where organization_id = ${organizationId} and taken_at is not null
        and coalesce(taken_at, at) >= ${from} and coalesce(taken_at, at) < ${until}
      group by campaign_id
    ), marks as (
      select campaign_id, (count(*) filter (where event = 'replied'))::int as replied,
        (count(*) filter (where event = 'booked'))::int as booked
      from campaign_marks
      where organization_id = ${organizationId} and at >= ${from} and at < ${until}
      group by campaign_id
    )
    select c.id, c.name, coalesce(c.started_at, sent.first) as "sentAt", sent.sent,
      coalesce(marks.replied, 0) as replied, coalesce(marks.booked, 0) as booked
    from sent
    join campaigns as c on c.organization_id = ${organizationId} and c.id = sent.campaign_id and c.deleted_at is null
    left join marks on marks.campaign_id = sent.campaign_id
    order by "sentAt" desc, c.id desc limit ${MOST}`.execute(tx)
  return rows.map(({ id, sentAt, ...row }) => ({ _id: id, ...row, sentAt: sentAt.toISOString() }))
}
