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
  readonly failureReason?: string | undefined
  readonly step?: number | undefined
  readonly search?: string | undefined
}

interface Asked extends CampaignId {
  readonly filter: RecipientFilter
  readonly after: Place | null
  readonly limit: number
}

interface Send {
  readonly patientId: string
  readonly address: string | null
  readonly step: number
  readonly ordinal: number
  readonly state: SendState
  readonly reason: SkipReason | null
  readonly detail: string | null
  readonly failureReason: string | null
  readonly at: Date
  readonly dueAt: Date | null
  readonly timezone: string
  readonly messageId: string | null
}

/** The sends come first: what is shown with them is then found by the ids of the page, however large the campaign is. */
export async function listRecipients(
  tx: Tx,
  { organizationId, campaignId, filter, after, limit }: Asked,
): Promise<{ recipients: Recipient[]; end: Place | null }> {
  const conditions = [...conditionsOf({ organizationId, campaignId }, filter)]
  if (after !== null) conditions.push(sql`(s.step, s.ordinal) > (${after[0]}, ${after[1]})`)
  const { rows } = await sql<Send>`
    select s.patient_id as "patientId", s.address, s.step, s.ordinal, s.state, s.reason, s.detail,
      s.failure_reason as "failureReason", s.at, s.due_at as "dueAt", s.timezone, s.message_id as "messageId"
    from campaign_sends as s
    ${filter.search ? WITH_PATIENT : sql``}
    where s.organization_id = ${organizationId} and s.campaign_id = ${campaignId}
      ${sql.join(
        conditions.map((condition) => sql`and ${condition}`),
        sql` `,
      )}
    order by s.step, s.ordinal limit ${limit + 1}`.execute(tx)
  const { shown, end } = pageOf(rows, limit, ({ step, ordinal }): Place => [step, ordinal])
  const found = await readShown(tx, { organizationId, campaignId }, shown)
  return { recipients: shown.map((send) => recipientOf(send, found)), end }
}

const WITH_PATIENT = sql`
  left join patients as p on p.organization_id = s.organization_id and p.id = s.patient_id`

function* conditionsOf(
  { organizationId, campaignId }: CampaignId,
  { state, reason, event, failureReason, step, search = '' }: RecipientFilter,
): Generator<RawBuilder<unknown>> {
  if (state !== undefined) yield sql`s.state = ${state}`
  if (reason !== undefined) yield sql`s.reason = ${reason}`
  if (failureReason !== undefined) yield sql`s.state = 'failed' and s.failure_reason = ${failureReason}`
  if (step !== undefined) yield sql`s.step = ${step}`
  if (event === 'sent') yield sql`s.taken_at is not null`
  // Not a join: the marks are read once, whatever is known of the size of their table.
  else if (event !== undefined)
    yield sql`(s.patient_id in (
      select patient_id from campaign_marks
      where organization_id = ${organizationId} and campaign_id = ${campaignId} and event = ${event})) is true`
  if (search !== '') yield isFoundBy(search)
}

/** A name is found by its words in any order, an address by a part of it, a number by some of its digits. */
function isFoundBy(search: string): RawBuilder<unknown> {
  const digits = search.replace(/\D/g, '')
  const isNumber = digits !== '' && /^[\d\s()+.-]*$/.test(search)
  const address = isNumber ? digits : search.toLowerCase()
  return sql`(${hasWords(sql`coalesce(p.search_key, '')`, nameWords(search))}
    or position(${address} in lower(coalesce(s.address, ''))) > 0)`
}

interface Shown {
  readonly names: ReadonlyMap<string, string>
  readonly marks: ReadonlyMap<string, readonly Marked[]>
  readonly conversations: ReadonlyMap<string, string>
}

interface Marked {
  readonly patientId: string
  readonly event: CampaignMark
  readonly at: Date
}

/** Conversations are found by the id of the text, and by the number where there is none. */
async function readShown(tx: Tx, { organizationId, campaignId }: CampaignId, sends: readonly Send[]): Promise<Shown> {
  const patientIds = sends.map(({ patientId }) => patientId)
  const messageIds = sends.flatMap(({ messageId }) => messageId ?? [])
  const addresses = sends.flatMap(({ messageId, address }) => (messageId === null && address !== null ? address : []))
  // Sent together.
  const [names, marks, ofMessages, ofNumbers] = await Promise.all([
    sql<{ id: string; name: string }>`
      select id, trim(first_name || ' ' || last_name) as name from patients
      where organization_id = ${organizationId} and id = any(${patientIds}::text[])`.execute(tx),
    sql<Marked>`
      select patient_id as "patientId", event, at from campaign_marks
      where organization_id = ${organizationId} and campaign_id = ${campaignId}
        and patient_id = any(${patientIds}::text[])
      order by at, event`.execute(tx),
    sql<Found>`
      select id as "of", conversation_id as id from messages
      where organization_id = ${organizationId} and id = any(${messageIds}::text[])`.execute(tx),
    sql<Found>`
      select phone_number as "of", id from conversations
      where organization_id = ${organizationId} and phone_number = any(${addresses}::text[])
      order by last_message_at, id`.execute(tx),
  ])
  return {
    names: new Map(names.rows.map(({ id, name }) => [id, name])),
    marks: Map.groupBy(marks.rows, ({ patientId }) => patientId),
    conversations: new Map([...ofMessages.rows, ...ofNumbers.rows].map(({ of, id }) => [of, id])),
  }
}

interface Found {
  /** The text or the number. */
  readonly of: string
  readonly id: string
}

function recipientOf(
  { ordinal: _, messageId, at, dueAt, ...send }: Send,
  { names, marks, conversations }: Shown,
): Recipient {
  const { patientId, address } = send
  return {
    ...send,
    name: names.get(patientId) ?? '',
    at: at.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
    events: (marks.get(patientId) ?? []).map((mark) => ({ event: mark.event, at: mark.at.toISOString() })),
    conversationId: conversations.get(messageId ?? address ?? '') ?? null,
  }
}
