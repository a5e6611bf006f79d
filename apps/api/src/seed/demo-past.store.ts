import type { RequestKind } from '@foyer/contracts/dashboards/metrics.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/tx.ts'

export interface PastConversation {
  readonly id: string
  readonly patientId: string
  /** All added rows are older. */
  readonly lastAt: Date
}

export interface PastDoctor {
  readonly id: string
  readonly name: string
  readonly location: string
}

export interface PastMessage {
  readonly id: string
  readonly conversationId: string
  readonly body: string
  readonly words: string
  readonly at: Date
  readonly status: 'received' | 'delivered' | 'failed'
  readonly userId: string | null
  readonly userName: string | null
}

export interface PastWait {
  readonly messageId: string
  readonly conversationId: string
  readonly userId: string
  readonly began: Date
  readonly answered: Date
  readonly openSeconds: number
  readonly failed: boolean
}

export interface PastVisit {
  readonly id: string
  readonly patientId: string
  readonly doctorId: string
  readonly doctorName: string
  readonly location: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly status: 'completed' | 'cancelled' | 'noShow'
  readonly type: string
  readonly confirmedAt: Date | null
  readonly movedFrom: Date | null
  readonly bookedAt: Date
}

export interface PastReminder {
  readonly id: string
  readonly appointmentId: string
  readonly patientId: string
  readonly startsAt: Date
  readonly at: Date
  readonly status: 'delivered' | 'notDelivered'
  readonly channel: 'sms' | 'email'
  readonly confirmedAt: Date | null
}

export interface PastRequest {
  readonly id: string
  readonly type: RequestKind
  readonly source: 'conversation' | 'visit'
  readonly conversationId: string | null
  readonly appointmentId: string | null
  readonly patientId: string | null
  readonly made: Date
  readonly settled: Date | null
  readonly self: boolean
}

const DAY_MS = 86_400_000

/** Conversations in which nobody waits, which are not on the first screen; and the patients of these. */
export async function readPast(tx: Tx, organizationId: string, now: Date) {
  const [conversations, doctors] = await Promise.all([
    sql<PastConversation>`
      select id, patient_id as "patientId", last_message_at as "lastAt" from conversations
      where organization_id = ${organizationId} and channel = 'sms' and patient_id is not null and waiting_since is null
        and status = 'resolved' and last_message_at < ${new Date(now.getTime() - DAY_MS / 4)}
      order by id`.execute(tx),
    sql<PastDoctor>`
      select d.id, d.name, v.location from doctors as d
      cross join lateral (
        select location from appointments
        where organization_id = ${organizationId} and doctor_id = d.id and telemedicine_service_id is null
        order by starts_at desc, id limit 1
      ) as v
      where d.organization_id = ${organizationId} and d.archived_at is null order by d.id`.execute(tx),
  ])
  const patientIds = conversations.rows.map(({ patientId }) => patientId)
  return { conversations: conversations.rows, doctors: doctors.rows, patientIds }
}

interface Past {
  readonly messages: readonly PastMessage[]
  readonly waits: readonly PastWait[]
  readonly visits: readonly PastVisit[]
  readonly reminders: readonly PastReminder[]
  readonly requests: readonly PastRequest[]
}

export async function addPastRows(tx: Tx, organizationId: string, past: Past): Promise<void> {
  const given = (rows: readonly object[], columns: string): RawBuilder<unknown> =>
    sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (${sql.raw(columns)})`
  const [id, at] = ['id text', 'at timestamptz']
  await sql`
    insert into messages (organization_id, id, conversation_id, direction, body, private, automatic, origin, user_id, user_name,
      created_at, status, failure_reason, version, added_version, words)
    select ${organizationId}, id, "conversationId", case when status = 'received' then 'inbound' else 'outbound' end, body, false,
      status <> 'received' and "userId" is null,
      case when status = 'received' then null when "userId" is null then 'answer' else 'staff' end, "userId", "userName", at, status,
      case when status = 'failed' then 'The phone could not be reached.' end, 0, 0, words::tsvector
    from ${given(past.messages, `${id}, "conversationId" text, body text, words text, ${at}, status text, "userId" text, "userName" text`)}`.execute(
    tx,
  )
  await sql`
    insert into answered_waits (organization_id, message_id, conversation_id, user_id, began, answered, open_seconds, failed)
    select ${organizationId}, "messageId", "conversationId", "userId", began, answered, "openSeconds", failed
    from ${given(
      past.waits,
      '"messageId" text, "conversationId" text, "userId" text, began timestamptz, answered timestamptz, "openSeconds" int, failed boolean',
    )}`.execute(tx)
  await sql`
    insert into appointments (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status, type, location,
      confirmed_at, confirmed_by, moved_from, created_at, timed_at)
    select ${organizationId}, id, "patientId", "doctorId", "doctorName", "startsAt", "endsAt", status, type, location,
      "confirmedAt", case when "confirmedAt" is not null then 'patient' end, "movedFrom", "bookedAt", "bookedAt"
    from ${given(
      past.visits,
      `${id}, "patientId" text, "doctorId" text, "doctorName" text, location text, "startsAt" timestamptz, "endsAt" timestamptz,
       status text, type text, "confirmedAt" timestamptz, "movedFrom" timestamptz, "bookedAt" timestamptz`,
    )}`.execute(tx)
  await sql`
    insert into appointment_history (organization_id, appointment_id, position, at, kind, details)
    select ${organizationId}, id, 1, "bookedAt", 'booked', jsonb_build_object('startsAt', to_char("startsAt" at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'doctorId', "doctorId")
    from ${given(past.visits, `${id}, "startsAt" timestamptz, "bookedAt" timestamptz, "doctorId" text`)}`.execute(tx)
  await sql`
    insert into reminders (organization_id, id, appointment_id, patient_id, starts_at, step, type, channel, status, reason,
      created_at, ended_at, confirmed_at)
    select ${organizationId}, id, "appointmentId", "patientId", "startsAt", 'step_2d', 'reminder', channel, status,
      case when status = 'notDelivered' then 'The phone could not be reached.' end, at, at, "confirmedAt"
    from ${given(
      past.reminders,
      `${id}, "appointmentId" text, "patientId" text, "startsAt" timestamptz, ${at}, status text, channel text, "confirmedAt" timestamptz`,
    )}`.execute(tx)
  await sql`
    insert into service_requests (organization_id, id, type, source, conversation_id, appointment_id, patient_id, made, settled, self)
    select ${organizationId}, id, type, source, "conversationId", "appointmentId", "patientId", made, settled, self
    from ${given(
      past.requests,
      `${id}, type text, source text, "conversationId" text, "appointmentId" text, "patientId" text, made timestamptz,
       settled timestamptz, self boolean`,
    )}`.execute(tx)
}

/** The requests that the conversations of the demo have, and the reminders that its patients confirmed. */
export async function addRequestsOfToday(tx: Tx, organizationId: string, now: Date): Promise<void> {
  await sql`
    insert into service_requests (organization_id, id, type, source, conversation_id, patient_id, made, settled)
    select organization_id, 'conversation:' || id, request_type, 'conversation', id, patient_id, least(last_message_at, ${now}),
      case when status = 'resolved' then least(last_message_at, ${now}) end
    from conversations
    where organization_id = ${organizationId} and request_type is not null
    on conflict do nothing`.execute(tx)
  await sql`
    update reminders set confirmed_at = v.confirmed_at
    from appointments as v
    where reminders.organization_id = ${organizationId} and v.organization_id = ${organizationId}
      and v.id = reminders.appointment_id and v.confirmed_by = 'patient' and reminders.type = 'reminder'
      and reminders.confirmed_at is null and reminders.status in ('sent', 'delivered')`.execute(tx)
}

/** Saved views of dashboards: one that all share, and one of Sam's. */
export async function addViews(tx: Tx, organizationId: string): Promise<void> {
  if (organizationId !== 'org_cedar') return
  await sql`
    insert into dashboard_views (organization_id, id, owner, name, board, range, filter, compare, shared, version) values
      (${organizationId}, 'view_front_desk', 'usr_lena', 'Front desk', 'patient-communication', '{"kind": "last", "days": 30}',
        null, true, true, 1),
      (${organizationId}, 'view_sam_score', 'usr_sam', 'Visits of this month', 'score-card', '{"kind": "month", "back": 0}',
        null, true, false, 1)
    on conflict do nothing`.execute(tx)
}
