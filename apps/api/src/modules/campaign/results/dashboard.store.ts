import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import type { CampaignId } from '../campaigns.store.ts'
import type { Buckets, CountedMarks, CountedSends } from './dashboard.rules.ts'

/** A send counts on the day on which it was taken; one that was not taken on the day of its state. */
export async function countInBuckets(
  tx: Tx,
  { organizationId, campaignId }: CampaignId,
  { bounds }: Pick<Buckets, 'bounds'>,
): Promise<{ sends: CountedSends[]; marks: CountedMarks[] }> {
  const instants = sql`${bounds.map((bound) => bound.toISOString())}::timestamptz[]`
  const [first, last] = [bounds[0], bounds.at(-1)]
  const [sends, marks] = await Promise.all([
    sql<CountedSends>`
      select width_bucket(coalesce(taken_at, at), ${instants}) as bucket, state,
        case when state = 'failed' then failure_reason end as "failureReason",
        count(*)::int as sends, count(taken_at)::int as taken
      from campaign_sends
      where organization_id = ${organizationId} and campaign_id = ${campaignId}
        and coalesce(taken_at, at) >= ${first} and coalesce(taken_at, at) < ${last}
      group by 1, 2, 3`.execute(tx),
    sql<CountedMarks>`
      select width_bucket(at, ${instants}) as bucket, event, count(*)::int as patients
      from campaign_marks
      where organization_id = ${organizationId} and campaign_id = ${campaignId} and at >= ${first} and at < ${last}
      group by 1, 2`.execute(tx),
  ])
  return { sends: sends.rows, marks: marks.rows }
}
