/** The facts of a conversation that a step of a chatbot needs, in one statement. */
import type { Origin } from '@foyer/contracts/inbox/message.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { ConversationState } from '../conversations/conversations.rules.ts'
import { numberOfDeceased } from '../patients/patients.ts'

/** Staff who wrote within this time still talk with the patient. */
const STAFF_HOURS = 12
const SAME_MINUTES = 2

export interface Standing {
  /** A staff member wrote in the last hours. */
  readonly isStaffHere: boolean
  /** The part of the product that wrote the newest text to the patient. */
  readonly newestOrigin: Origin | null
  /** How often the patient wrote the same words in the last minutes, without this message. */
  readonly sameTexts: number
  /** The text that introduced the running chatbot did not leave: it failed, or waits for the end of the quiet hours. */
  readonly introduction: 'failed' | 'held' | null
  readonly patient: { readonly firstName: string; readonly lastName: string } | null
  /** The number belongs to the conversation's patient only. */
  readonly hasOneOwner: boolean
  /** A text to the number would reach nobody who is alive. */
  readonly isDeceased: boolean
  readonly visit: {
    readonly startsAt: Date
    readonly doctor: string
    readonly location: string
  } | null
}

interface Row {
  readonly staff: boolean
  readonly origin: Origin | null
  readonly same: number
  readonly introduction: Standing['introduction']
  readonly owners: number
  readonly is_own: boolean
  readonly deceased: boolean
  readonly first_name: string | null
  readonly last_name: string | null
  readonly starts_at: Date | null
  readonly doctor: string | null
  readonly location: string | null
}

/** A conversation, or one that is not read yet. */
interface Asked extends Pick<ConversationState, 'organizationId' | 'id'> {
  readonly patientId: string | null | RawBuilder<string | null>
  readonly phoneNumber: string | RawBuilder<string>
}

export async function readStanding(
  tx: Tx,
  { organizationId, id, patientId, phoneNumber }: Asked,
  { body, now }: { readonly body: string; readonly now: Date },
): Promise<Standing> {
  const own = sql`organization_id = ${organizationId} and conversation_id = ${id}`
  const { rows } = await sql<Row>`
    select
      exists (select from messages where ${own} and not private and user_id is not null
        and created_at > ${now}::timestamptz - make_interval(hours => ${STAFF_HOURS})) as staff,
      (select origin from messages where ${own} and not private and direction = 'outbound'
        order by created_at desc, id desc limit 1) as origin,
      (select count(*)::int from messages where ${own} and direction = 'inbound' and body = ${body}
        and created_at > ${now}::timestamptz - make_interval(mins => ${SAME_MINUTES})) as same,
      (select case when m.status = 'failed' then 'failed' when m.status = 'queued' and t.kind = 'proactive' then 'held' end
        from chatbot_sessions as s
        join messages as m on m.organization_id = s.organization_id and m.id = s.introduced_in
        left join outbound_texts as t on t.organization_id = m.organization_id and t.message_id = m.id
        where s.organization_id = ${organizationId} and s.conversation_id = ${id} and s.ended_at is null) as introduction,
      (select count(*)::int from patients where organization_id = ${organizationId} and phone_number = ${phoneNumber}
        and phone_number <> '') as owners,
      coalesce(patient.phone_number = ${phoneNumber}, false) as is_own,
      ${numberOfDeceased({ organizationId, phoneNumber })} as deceased,
      patient.first_name, patient.last_name, visit.starts_at, visit.doctor, visit.location
    from (select 1) as one
    left join patients as patient on patient.organization_id = ${organizationId} and patient.id = ${patientId}
    left join lateral (
      select a.starts_at, coalesce(d.name, a.doctor_name) as doctor, a.location
      from appointments as a
      left join doctors as d on d.organization_id = a.organization_id and d.id = a.doctor_id
      where a.organization_id = ${organizationId} and a.patient_id = ${patientId}
        and a.status in ('scheduled', 'confirmed') and a.ends_at > ${now}
      order by a.starts_at, a.id limit 1
    ) as visit on true`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The standing of a conversation was not read.')
  const { first_name: firstName, starts_at: startsAt } = row
  return {
    ...{ isStaffHere: row.staff, newestOrigin: row.origin, sameTexts: row.same, introduction: row.introduction },
    patient: firstName === null ? null : { firstName, lastName: row.last_name ?? '' },
    ...{ hasOneOwner: row.owners === 1 && row.is_own, isDeceased: row.deceased },
    visit: startsAt && { startsAt, doctor: row.doctor ?? '', location: row.location ?? '' },
  }
}

/** The patients of these senders' conversations that a chatbot has: its step may book or confirm their visits. */
export function patientsWithBot(organizationId: string, senders: readonly string[]): RawBuilder<string> {
  return sql<string>`
    select patient_id from conversations
    where organization_id = ${organizationId} and channel = 'sms' and sender = any(${[...senders]}::text[])
      and bot is not null and patient_id is not null`
}

/** Whether the newest text to the patient is a reminder of a visit. */
export async function isReminded(tx: Tx, { organizationId, id }: Pick<ConversationState, 'organizationId' | 'id'>) {
  const { rows } = await sql<{ origin: Origin | null }>`
    select origin from messages
    where organization_id = ${organizationId} and conversation_id = ${id} and not private and direction = 'outbound'
    order by created_at desc, id desc limit 1`.execute(tx)
  return rows[0]?.origin === 'reminder'
}

/** The patient's messages since the session began. */
export async function countInbound(tx: Tx, conversation: ConversationState, since: Date): Promise<number> {
  const { rows } = await sql<{ messages: number }>`
    select count(*)::int as messages from messages
    where organization_id = ${conversation.organizationId} and conversation_id = ${conversation.id}
      and direction = 'inbound' and created_at >= ${since}`.execute(tx)
  return rows[0]?.messages ?? 0
}

/** The member of the role who has the fewest conversations that are not resolved; null if nobody has the role. */
export async function freestOfRole(tx: Tx, organizationId: string, role: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select member.user_id as id from staff as member
    left join conversations as c on c.organization_id = member.organization_id and c.status not in ('resolved', 'quiet')
      and c.staff_assigned @> array[member.user_id]
    where member.organization_id = ${organizationId} and member.role = ${role}
    group by member.user_id order by count(c.id), member.user_id limit 1`.execute(tx)
  return rows[0]?.id ?? null
}
