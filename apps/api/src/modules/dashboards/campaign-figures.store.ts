/** Recipients of campaigns, each at the instant at which the campaign's own results count it. */
import { sql } from 'kysely'
import type { FigureSource } from '../figures/figures.ts'
import { NAME_OF } from './names.store.ts'

/** A send is counted on the day on which it was taken; one that was not taken on the day of its state. */
const sends: FigureSource = {
  name: 'send',
  kind: 'recipient',
  from: sql`campaign_sends as s`,
  ...{ organization: sql`s.organization_id`, at: sql`coalesce(s.taken_at, s.at)` },
  id: sql`(s.campaign_id || ':' || s.step || ':' || s.patient_id)`,
  cuts: { campaign: sql`s.campaign_id` },
  metrics: {
    'campaign.sent': [sql`s.taken_at is not null`],
    'campaign.delivered': [sql`s.state = 'delivered'`],
    'campaign.failed': [sql`s.state = 'failed'`],
  },
  describe: (organizationId, ids) => sql`
    select given.id, ${NAME_OF} as title, s.campaign_id as "campaignId", p.id as "patientId",
      case s.state when 'delivered' then 'Delivered' when 'failed' then 'Failed' else 'Sent' end as detail
    from unnest(${[...ids]}::text[]) as given (id)
    join campaign_sends as s on s.organization_id = ${organizationId} and s.campaign_id = split_part(given.id, ':', 1)
      and s.step = split_part(given.id, ':', 2)::int and s.patient_id = split_part(given.id, ':', 3)
    left join patients as p on p.organization_id = s.organization_id and p.id = s.patient_id`,
}

const marks: FigureSource = {
  name: 'mark',
  kind: 'recipient',
  from: sql`campaign_marks as k`,
  ...{ organization: sql`k.organization_id`, at: sql`k.at` },
  id: sql`(k.campaign_id || ':' || k.event || ':' || k.patient_id)`,
  cuts: { campaign: sql`k.campaign_id` },
  metrics: {
    'campaign.opened': [sql`k.event = 'opened'`],
    'campaign.clicked': [sql`k.event = 'clicked'`],
    'campaign.replied': [sql`k.event = 'replied'`],
    'campaign.optedOut': [sql`k.event = 'optedOut'`],
    'campaign.booked': [sql`k.event = 'booked'`],
  },
  describe: (organizationId, ids) => sql`
    select given.id, ${NAME_OF} as title, split_part(given.id, ':', 1) as "campaignId", p.id as "patientId",
      case split_part(given.id, ':', 2) when 'opened' then 'Opened' when 'clicked' then 'Clicked' when 'replied' then 'Replied'
        when 'optedOut' then 'Opted out' else 'Booked a visit' end as detail
    from unnest(${[...ids]}::text[]) as given (id)
    left join patients as p on p.organization_id = ${organizationId} and p.id = split_part(given.id, ':', 3)`,
}

export const campaignSources: readonly FigureSource[] = [sends, marks]
