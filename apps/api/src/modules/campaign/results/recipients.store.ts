/** The sends of a campaign in their order, with the patient and what the patient did. */
import type { Recipient } from '@foyer/contracts/campaign/campaign.ts'
import type { CampaignMark, RecipientEvent, SendState } from '@foyer/contracts/campaign/sends.rules.ts'
import type { SkipReason } from '@foyer/contracts/campaign/skip-reasons.rules.ts'
import { nameWords } from '@foyer/contracts/fold.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { pageOf } from '../../../db/keyset.ts'
import type { Tx } from '../../../db/tx.ts'
import { createCursor } from '../../../http/paging.ts'
import { hasWords } from '../../organizations/organizations.ts'
import type { CampaignId } from '../campaigns.store.ts'

/** The step and the ordinal of a page's last row. */
type Place = readonly [step: number, ordinal: number]

const NUMBER = z.int32().nonnegative()
export const RECIPIENTS_CURSOR = createCursor<Place>('recipients', z.tuple([NUMBER, NUMBER]))

export interface RecipientFilter {
  readonly state?: SendState | undefined
  readonly reason?: SkipReason | undefined
  readonly event?: RecipientEvent | undefined
  readonly step?: number | undefined
  readonly search?: string | undefined
}

interface Asked extends CampaignId {
  readonly filter: RecipientFilter
  readonly after: Place | null
  readonly limit: number
}

interface Row {
  readonly patient_id: string
  readonly name: string
  readonly address: string | null
  readonly step: number
  readonly ordinal: number
  readonly state: SendState
  readonly reason: SkipReason | null
  readonly detail: string | null
  readonly failure_reason: string | null
  readonly at: Date
  readonly due_at: Date | null
  readonly timezone: string
  readonly conversation_id: string | null
  readonly marks: { readonly event: CampaignMark; readonly at: string }[]
}

export async function listRecipients(
  tx: Tx,
  { organizationId, campaignId, filter, after, limit }: Asked,
): Promise<{ recipients: Recipient[]; end: Place | null }> {
  const conditions = [...conditionsOf(filter)]
  if (after !== null) conditions.push(sql`(s.step, s.ordinal) > (${after[0]}, ${after[1]})`)
  const { rows } = await sql<Row>`
    select s.patient_id, coalesce(trim(p.first_name || ' ' || p.last_name), '') as name, s.address, s.step, s.ordinal,
      s.state, s.reason, s.detail, s.failure_reason, s.at, s.due_at, s.timezone,
      coalesce(m.conversation_id, (
        select c.id from conversations as c
        where c.organization_id = s.organization_id and c.phone_number = s.address
        order by c.last_message_at desc, c.id desc limit 1)) as conversation_id,
      coalesce((
        select json_agg(json_build_object('event', k.event, 'at', k.at) order by k.at, k.event)
        from campaign_marks as k
        where k.organization_id = s.organization_id and k.campaign_id = s.campaign_id and k.patient_id = s.patient_id
      ), '[]') as marks
    from campaign_sends as s
    left join patients as p on p.organization_id = s.organization_id and p.id = s.patient_id
    left join messages as m on m.organization_id = s.organization_id and m.id = s.message_id
    where s.organization_id = ${organizationId} and s.campaign_id = ${campaignId}
      ${sql.join(
        conditions.map((condition) => sql`and ${condition}`),
        sql` `,
      )}
    order by s.step, s.ordinal limit ${limit + 1}`.execute(tx)
  const { shown, end } = pageOf(rows, limit, ({ step, ordinal }): Place => [step, ordinal])
  return { recipients: shown.map(recipientOf), end }
}

function* conditionsOf({ state, reason, event, step, search = '' }: RecipientFilter): Generator<RawBuilder<unknown>> {
  if (state !== undefined) yield sql`s.state = ${state}`
  if (reason !== undefined) yield sql`s.reason = ${reason}`
  if (step !== undefined) yield sql`s.step = ${step}`
  if (event === 'sent') yield sql`s.taken_at is not null`
  else if (event !== undefined)
    yield sql`exists (select from campaign_marks as k where k.organization_id = s.organization_id
      and k.campaign_id = s.campaign_id and k.patient_id = s.patient_id and k.event = ${event})`
  if (search !== '') yield found(search)
}

/** A name is found by its words in any order, an address by a part of it, a number by some of its digits. */
function found(search: string): RawBuilder<unknown> {
  const digits = search.replace(/\D/g, '')
  const isNumber = digits !== '' && /^[\d\s()+.-]*$/.test(search)
  const address = isNumber ? digits : search.toLowerCase()
  return sql`(${hasWords(sql`coalesce(p.search_key, '')`, nameWords(search))}
    or position(${address} in lower(coalesce(s.address, ''))) > 0)`
}

function recipientOf(row: Row): Recipient {
  return {
    ...{ patientId: row.patient_id, name: row.name, address: row.address, step: row.step, state: row.state },
    ...{ reason: row.reason, detail: row.detail, failureReason: row.failure_reason, timezone: row.timezone },
    ...{ at: row.at.toISOString(), dueAt: row.due_at?.toISOString() ?? null, conversationId: row.conversation_id },
    events: row.marks.map(({ event, at }) => ({ event, at: new Date(at).toISOString() })),
  }
}
