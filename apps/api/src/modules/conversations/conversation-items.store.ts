/**
 * The only builder of a list item: lists, single reads and events all use it, so that they cannot differ. It joins a
 * conversation with its patient, the consent of its number, its next visit, its team and staff names. A list filtered by the day
 * of a visit shows that visit instead of the next one.
 */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Sort } from '@foyer/contracts/inbox/status.rules.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { FORMER } from '../organizations/organizations.ts'
import { isToCome, VISIT_JSON, type VisitJson, visitOf } from '../patients/patients.ts'
import { statusOf } from './conversations.rules.ts'
import type { ConversationTable } from './conversations.tables.ts'

type PatientFacts = Pick<
  Selectable<Schema['patients']>,
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'import_id'
  | 'birthdate'
  | 'gender'
  | 'mrn'
  | 'cash_pay'
  | 'insurance_type'
  | 'preferred_contact'
>

export type ItemRow = Selectable<Omit<ConversationTable, 'staff_assigned'>> & {
  [Fact in keyof PatientFacts]: PatientFacts[Fact] | null
} & {
  staff: { _id: string; name: string }[]
  team: { _id: string; name: string } | null
  sms_status: Conversation['smsStatus'] | null
  visit: VisitJson | null
  changed_by_name: string | null
  /** `last_message_at` in microseconds, because a JavaScript date has milliseconds only. */
  at_micros: number
  /** `waiting_since` in microseconds. */
  waiting_micros: number | null
}

const NEWEST = sql`c.last_message_at desc, c.id desc`
const WAITING = sql`c.waiting_since, c.id`

interface ItemOptions {
  readonly sort?: Sort
  /** The statuses whose items come before all others. */
  readonly chosen?: readonly string[] | null
  /** The visits from which an item shows one; by default those that have not ended. */
  readonly visits?: RawBuilder<boolean>
}

/** Builds list items from conversation rows, in order. */
export function itemsFrom(
  source: RawBuilder<unknown>,
  now: Date,
  { sort = 'newest', chosen = null, visits }: ItemOptions = {},
): RawBuilder<ItemRow> {
  const toCome = isToCome(now)
  return sql<ItemRow>`
    select
      c.id, c.organization_id, c.patient_id, c.channel, c.sender, c.phone_number, c.status, c.request_type,
      c.last_message, c.last_message_by, c.last_message_at, c.waiting_since, c.last_text_version, c.unread_count,
      c.team_id, c.starred_by, c.feedback, c.snoozed_until, c.scheduled_for, c.held_authors, c.asked_to_stop, c.campaign_id, c.campaign_name, c.bot, c.changed_by, c.search_text, c.version, c.created_at,
      c.settled_version,
      (extract(epoch from c.last_message_at) * 1000000)::bigint as at_micros,
      (extract(epoch from c.waiting_since) * 1000000)::bigint as waiting_micros,
      p.first_name, p.last_name, p.email, p.import_id, p.birthdate, p.gender, p.mrn, p.cash_pay, p.insurance_type,
      p.preferred_contact,
      consents.sms_status,
      shown_visit.visit,
      assigned.staff,
      case when team.id is not null then json_build_object('_id', team.id, 'name', team.name) end as team,
      author.name as changed_by_name
    from ${source} as c
    left join patients as p on p.organization_id = c.organization_id and p.id = c.patient_id
    left join consents on consents.organization_id = c.organization_id and consents.phone_number = c.phone_number
    left join lateral (
      select ${VISIT_JSON} as visit
      from appointments as a
      where a.organization_id = c.organization_id and a.patient_id = c.patient_id and ${visits ?? toCome}
      order by case when ${toCome} then 0 when a.status <> 'cancelled' then 1 else 2 end,
        case when ${toCome} then a.starts_at end, a.starts_at desc, a.id
      limit 1
    ) as shown_visit on true
    left join lateral (
      select coalesce(
        json_agg(json_build_object('_id', one.id, 'name', coalesce(staff.name, ${FORMER})) order by one.place),
        '[]') as staff
      from unnest(c.staff_assigned) with ordinality as one(id, place)
      left join known_staff as staff on staff.organization_id = c.organization_id and staff.user_id = one.id
    ) as assigned on true
    left join teams as team on team.organization_id = c.organization_id and team.id = c.team_id
    left join known_staff as author on author.organization_id = c.organization_id and author.user_id = c.changed_by
    order by ${chosen ? sql`(c.status = any(${[...chosen]}::text[])) desc, ` : sql``}${sort === 'waiting' ? WAITING : NEWEST}`
}

export function itemOf(row: ItemRow): Conversation {
  const smsStatus = row.sms_status ?? 'subscribed'
  return {
    id: row.id,
    organizationId: row.organization_id,
    patientId: row.patient_id,
    patientImportId: row.import_id,
    name: row.first_name === null ? 'Unknown' : `${row.first_name} ${row.last_name ?? ''}`.trim(),
    phoneNumber: row.phone_number,
    email: row.email,
    type: row.channel,
    from: row.sender,
    status: statusOf(row),
    requestType: row.request_type,
    lastMessage: row.last_message,
    lastMessageBy: row.last_message_by,
    timestamp: row.last_message_at.toISOString(),
    waitingSince: row.waiting_since?.toISOString() ?? null,
    unreadCount: row.unread_count,
    isUnread: row.unread_count > 0,
    staffAssigned: row.staff,
    team: row.team,
    starredBy: row.starred_by,
    feedback: row.feedback,
    snoozedUntil: row.snoozed_until?.toISOString() ?? null,
    scheduledFor: row.scheduled_for?.toISOString() ?? null,
    heldAuthors: row.held_authors,
    askedToStop: row.asked_to_stop,
    campaign: campaignOf(row),
    bot: row.bot,
    changedBy: row.changed_by === null ? null : { _id: row.changed_by, name: row.changed_by_name ?? FORMER },
    birthdate: row.birthdate,
    gender: row.gender ?? 'unknown',
    mrn: row.mrn,
    cashPay: row.cash_pay ?? false,
    insuranceType: row.insurance_type,
    preferredContact: row.preferred_contact,
    smsStatus,
    textEnable: smsStatus === 'subscribed',
    appointment: row.visit && visitOf(row.visit),
    version: row.version,
  }
}

export function campaignOf({
  campaign_id: _id,
  campaign_name: name,
}: Pick<ConversationTable, 'campaign_id' | 'campaign_name'>): Conversation['campaign'] {
  return _id === null || name === null ? null : { _id, name }
}
