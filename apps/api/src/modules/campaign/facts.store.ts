/** The facts about patients by which a campaign's plan decides. */
import { unreachableReasons } from '@foyer/contracts/campaign/failure-causes.rules.ts'
import type { CampaignType } from '@foyer/contracts/campaign/steps.rules.ts'
import { fieldOf } from '@foyer/contracts/outreach/fields.rules.ts'
import { placeholdersIn } from '@foyer/contracts/outreach/placeholders.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { isToCome } from '../patients/patients.ts'
import type { PatientFacts, PersonFacts, PlannedCampaign } from './audience/plan.rules.ts'

/** What is read of each patient. */
export interface FactsAsked {
  readonly organizationId: string
  readonly type: CampaignType
  /** Whether the words have fields of the coming visit or of the doctor. */
  readonly withVisit: boolean
  /** The campaign whose texts may have gone out already; null for one that has sent none. */
  readonly campaignId: string | null
  readonly now: Date
}

export function factsAsked(
  { type, steps }: Pick<PlannedCampaign, 'type' | 'steps'>,
  about: Pick<FactsAsked, 'organizationId' | 'campaignId' | 'now'>,
): FactsAsked {
  const words = steps.map(({ subject, content }) => `${subject ?? ''}\n${content}`).join('\n')
  const fields = new Set(placeholdersIn(words).map(({ name }) => fieldOf(name)))
  const withVisit = (['doctor', 'visitDate', 'visitTime', 'location'] as const).some((field) => fields.has(field))
  return { ...about, type, withVisit }
}

/** With whether somebody else has the address. */
export type FoundFacts = PersonFacts & { readonly isShared: boolean }

/** These patients as they are now, by their ids, when it is settled who of a household gets it. */
export async function readFacts(
  tx: Tx,
  asked: FactsAsked,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, PatientFacts & FoundFacts>> {
  // Rows of a known number have one plan. That of an array is made anew each time, which takes longer than the reading.
  const [only, ...others] = patientIds
  const given =
    only !== undefined && others.length === 0 ? sql`(values (${only}::text))` : sql`unnest(${[...patientIds]}::text[])`
  const { rows } = await sql<FoundFacts>`
    select found.* from ${given} as given (id)
    cross join lateral (${factsOf(asked, sql`given.id`)}) as found`.execute(tx)
  return new Map(rows.map((row) => [row.patientId, { ...row, sharing: null }]))
}

/**
 * The facts of one patient `p`, if they fit. Each part is found by an index, and is bounded. The limits keep the parts inside the
 * loop over the patients: as long as the tables have no statistics, PostgreSQL would compare every patient with every other.
 */
export function factsOf(
  asked: FactsAsked,
  id: RawBuilder<unknown>,
  fits: RawBuilder<boolean> = sql`true`,
): RawBuilder<FoundFacts> {
  const { organizationId, campaignId, now } = asked
  const address = addressOf(asked)
  const isText = asked.type === 'SMS'
  const no = sql<boolean>`false`
  return sql<FoundFacts>`
    select p.id as "patientId", p.first_name as "firstName", p.last_name as "lastName", p.birthdate, p.timezone, p.deceased,
      ${address} as address, p.marketing_consent_on is not null as "hasMarketingConsent",
      ${isText ? smsStatus : sql`'subscribed'`} as "smsStatus",
      ${isText ? no : isUnsubscribed} as "isUnsubscribed",
      ${isText ? askedToStop : no} as "askedToStop",
      ${isText ? isUnreachable() : no} as "isUnreachable",
      ${isText ? ownsConversation : no} as "ownsConversation",
      (
        select count(*) from (
          select from patients as other
          where other.organization_id = p.organization_id and ${addressOf(asked, 'other')} = ${address} limit 2
        ) as two
      ) > 1 as "isShared",
      ${campaignId === null ? no : wasSentTo(address, campaignId)} as "isDone",
      ${asked.withVisit ? sql`coalesce(nullif(visit.doctor, ''), doctors.name)` : sql`null`} as doctor,
      ${asked.withVisit ? sql`visit.starts_at` : sql`null::timestamptz`} as "visitAt",
      ${asked.withVisit ? sql`visit.location` : sql`null`} as location
    from patients as p
    ${asked.withVisit ? visitOf(now) : sql``}
    where p.organization_id = ${organizationId} and p.id = ${id} and ${fits}
    limit 1`
}

export function addressOf({ type }: Pick<FactsAsked, 'type'>, row: 'p' | 'other' = 'p'): RawBuilder<string | null> {
  return sql.ref(`${row}.${type === 'SMS' ? 'phone_number' : 'email'}`)
}

const smsStatus = sql`coalesce((
  select consents.sms_status from consents
  where consents.organization_id = p.organization_id and consents.phone_number = p.phone_number), 'subscribed')`

const isUnsubscribed = sql<boolean>`exists (
  select from mail_consents as kept
  where kept.organization_id = p.organization_id and kept.address = lower(p.email) and kept.status = 'unsubscribed')`

const askedToStop = sql<boolean>`exists (
  select from conversations as c
  where c.organization_id = p.organization_id and c.phone_number = p.phone_number and c.asked_to_stop)`

/** Whether the conversation of the number is the patient's. */
export const ownsConversation = sql<boolean>`exists (
  select from conversations as c
  where c.organization_id = p.organization_id and c.phone_number = p.phone_number and c.channel = 'sms'
    and c.patient_id = p.id)`

/** The newest outcome is looked for among so many of the newest messages. */
const MESSAGES_MAX = 50

/** Whether the newest outcome of the number's texts is that nothing reaches it. A text from the number shows that it texts. */
function isUnreachable(): RawBuilder<boolean> {
  return sql<boolean>`coalesce((
    select word.direction = 'outbound' and word.failure_reason = any(${[...unreachableReasons]}::text[])
    from (
      select m.direction, m.status, m.failure_reason, m.handed_at, m.carrier_sid, m.created_at, m.id
      from (
        select c.id from conversations as c
        where c.organization_id = p.organization_id and c.phone_number = p.phone_number and c.channel = 'sms' limit 1
      ) as thread
      cross join lateral (
        select * from messages
        where messages.organization_id = p.organization_id and messages.conversation_id = thread.id
        order by messages.created_at desc, messages.id desc limit ${sql.lit(MESSAGES_MAX)}
      ) as m
    ) as word
    where word.direction = 'inbound' or word.status = 'delivered'
      or word.status in ('undelivered', 'failed') and (word.handed_at is not null or word.carrier_sid is not null)
    order by word.created_at desc, word.id desc limit 1), false)`
}

function wasSentTo(address: RawBuilder<unknown>, campaignId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from campaign_sends as sent
    where sent.organization_id = p.organization_id and sent.campaign_id = ${campaignId} and sent.step = 1
      and sent.address = ${address} and (sent.message_id is not null or sent.mail_id is not null))`
}

function visitOf(now: Date): RawBuilder<unknown> {
  return sql`
    left join doctors on doctors.organization_id = p.organization_id and doctors.id = p.shown_doctor_id
    left join lateral (
      select a.starts_at, a.location, coalesce(d.name, a.doctor_name) as doctor
      from appointments as a
      left join doctors as d on d.organization_id = a.organization_id and d.id = a.doctor_id
      where a.organization_id = p.organization_id and a.patient_id = p.id and ${isToCome(now)}
      order by a.starts_at, a.id limit 1
    ) as visit on true`
}
