import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'

/** A campaign's text that a reply may answer. */
export interface Answered {
  readonly sender: string
  readonly campaignId: string
  readonly name: string
  readonly step: number
  readonly patientId: string
  /** When it was given to the carrier. */
  readonly leftAt: Date
}

/** An older text owns no reply. */
const OWNED_DAYS = 14

interface Asking {
  readonly organizationId: string
  readonly senders: readonly string[]
  readonly now: Date
}

/** The numbers whose newest text of a campaign, a reminder or an offer is one of a campaign. */
export async function listAnswered(tx: Tx, { organizationId, senders, now }: Asking): Promise<Answered[]> {
  const since = sql`${now}::timestamptz - ${sql.lit(OWNED_DAYS)} * interval '1 day'`
  const left = sql`status in ('sending', 'sent', 'delivered')`
  const { rows } = await sql<Answered>`
    select number.sender, newest.campaign_id as "campaignId", newest.campaign_name as name, sends.step,
      sends.patient_id as "patientId", newest.left_at as "leftAt"
    from unnest(${[...new Set(senders)]}::text[]) as number (sender)
    join conversations as c on c.organization_id = ${organizationId} and c.channel = 'sms' and c.sender = number.sender
    cross join lateral (
      select id, campaign_id, campaign_name, coalesce(handed_at, created_at) as left_at from messages
      where organization_id = c.organization_id and conversation_id = c.id and campaign_id is not null
        and direction = 'outbound' and created_at > ${since} and ${left}
      order by left_at desc, created_at desc limit 1
    ) as newest
    join campaign_sends as sends on sends.organization_id = c.organization_id and sends.message_id = newest.id
    where not exists (
      select from messages
      where organization_id = c.organization_id and conversation_id = c.id and origin = 'reminder'
        and created_at > ${since} and ${left} and coalesce(handed_at, created_at) > newest.left_at)`.execute(tx)
  return rows
}
