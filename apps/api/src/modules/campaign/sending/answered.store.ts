import { sql } from 'kysely'
import { preparedForRows } from '../../../db/prepared.ts'
import type { Tx } from '../../../db/tx.ts'
import { isWithCarrier } from '../../outbound/outbound.ts'

/** A text that a reply may answer: one of a campaign, a reminder or an offer. */
export interface Answered {
  readonly sender: string
  /** When it was given to the carrier. */
  readonly leftAt: Date
  /** Null for a reminder and an offer. */
  readonly campaignId: string | null
  readonly name: string
  readonly step: number
  readonly patientId: string
}

/** An older text owns no reply. */
const OWNED_DAYS = 14
/** A reply that arrives late may be older than the newest text; so many are looked at. */
const TEXTS_MAX = 10

interface Asking {
  readonly organizationId: string
  readonly senders: readonly string[]
  readonly now: Date
}

interface Asked {
  readonly organizationId: string
  readonly sender: string
  readonly now: Date
}

/** The newest texts that replies of these numbers may answer, the newest of each number first. */
export function listAnswered(tx: Tx, { organizationId, senders, now }: Asking): Promise<Answered[]> {
  return find(
    tx,
    [...new Set(senders)].map((sender) => ({ organizationId, sender, now })),
  )
}

/**
 * Each text of a patient asks this, and planning it takes longer than executing it. With the numbers as rows the server keeps one
 * plan; with the numbers as an array of unknown length it plans anew each time.
 */
const find = preparedForRows('find_answered', (queries, rows: readonly [Asked, ...Asked[]]) => {
  const [{ organizationId, now }] = rows
  const senders = sql.join(rows.map(({ sender }) => sql`(${sender}::text)`))
  const since = sql`${now}::timestamptz - ${sql.lit(OWNED_DAYS)} * interval '1 day'`
  const textsOf = (whose: ReturnType<typeof sql>) => sql`(
    select id, campaign_id, campaign_name, coalesce(handed_at, created_at) as left_at, created_at from messages
    where organization_id = c.organization_id and conversation_id = c.id and ${whose}
      and created_at > ${since} and (status in ('sending', 'sent', 'delivered') or ${isWithCarrier('messages')})
    order by left_at desc, created_at desc limit ${sql.lit(TEXTS_MAX)})`
  const texts = sql<Answered>`
    select number.sender, text.left_at as "leftAt", text.campaign_id as "campaignId", text.campaign_name as name,
      sends.step, sends.patient_id as "patientId"
    from (values ${senders}) as number (sender)
    join conversations as c on c.organization_id = ${organizationId} and c.channel = 'sms' and c.sender = number.sender
    cross join lateral (
      ${textsOf(sql`campaign_id is not null and direction = 'outbound'`)}
      union all ${textsOf(sql`origin = 'reminder'`)}
    ) as text
    left join campaign_sends as sends on sends.organization_id = c.organization_id and sends.message_id = text.id
    where text.campaign_id is null or sends.message_id is not null
    order by text.left_at desc, text.created_at desc`
  return { compile: () => texts.compile(queries) }
})
