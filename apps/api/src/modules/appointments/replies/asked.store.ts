import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import type { AskedVisit } from '@foyer/contracts/appointments/replies.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import { isWithCarrier } from '../../outbound/outbound.ts'

/** An appointment that a reminder by text asked a number about, as it stood before any lock. */
export interface AskedAppointment {
  readonly sender: string
  readonly appointmentId: string
  readonly patientId: string
  readonly firstName: string
  readonly gender: AskedVisit['gender']
  readonly doctorName: string
  readonly location: string
  readonly visitType: string
  readonly startsAt: Date
  readonly doctorId: string
  readonly status: Appointment['appointmentStatus']
  readonly isRescheduling: boolean
  readonly reply: { readonly kind: NonNullable<Appointment['reply']>['kind']; readonly at: Date } | null
  /** The newest text that asked about it. */
  readonly messageId: string
  /** When it was given to the carrier. */
  readonly askedAt: Date
  /** After that text the clinic wrote to the number about something else: a staff member, a campaign, an invitation or a follow-up of a missed visit. */
  readonly isWrittenSince: boolean
}

interface Asking {
  readonly organizationId: string
  readonly senders: readonly string[]
  readonly now: Date
}

/** An older reminder asks no more. */
const ASKED_DAYS = 14
/** One number's appointments; a family has fewer. */
const MOST = 20

/**
 * The appointments to come whose reminders left for these numbers in the last two weeks, the last asked first. Only patients
 * who have the number still are asked: a number that was corrected is a stranger's by now. A reminder of
 * a time from which the appointment was moved, or that named a doctor whose visit it is not any more, asks no more; nor does one
 * after which a chatbot asked that is still there.
 */
export async function listAsked(tx: Tx, { organizationId, senders, now }: Asking): Promise<AskedAppointment[]> {
  const { rows } = await sql<AskedRow>`
    select number.sender, a.id as "appointmentId", a.patient_id as "patientId", p.first_name as "firstName", p.gender,
      coalesce(d.name, a.doctor_name) as "doctorName", a.location, a.type as "visitType", a.starts_at as "startsAt",
      a.doctor_id as "doctorId", a.status, a.reschedule is not null as "isRescheduling", a.reply_kind as "replyKind", a.reply_at as "replyAt",
      asked.message_id as "messageId", asked.left_at as "askedAt",
      exists (
        select from messages as later
        where later.organization_id = ${organizationId} and later.conversation_id = asked.conversation_id
          and later.created_at > asked.left_at and later.user_id is not null and not later.private
      ) or exists (
        select from messages as later
        where later.organization_id = ${organizationId} and later.conversation_id = asked.conversation_id
          and later.created_at > asked.created_at and later.campaign_id is not null and later.direction = 'outbound'
          and (later.status in ('sending', 'sent', 'delivered') or ${isWithCarrier('later')})
          and coalesce(later.handed_at, later.created_at) > asked.left_at
      ) or exists (
        select from reminders as other
        join messages as later on later.organization_id = other.organization_id and later.id = other.message_id
        where other.organization_id = ${organizationId} and other.address = number.sender and other.message_id is not null
          and other.created_at > ${now}::timestamptz - ${sql.lit(ASKED_DAYS)} * interval '1 day'
          and other.type <> 'reminder' and later.status in ('sending', 'sent', 'delivered')
          and coalesce(later.handed_at, later.created_at) > asked.left_at
      ) as "isWrittenSince"
    from unnest(${[...new Set(senders)]}::text[]) as number (sender)
    cross join lateral (
      select distinct on (r.appointment_id) r.appointment_id, r.starts_at, r.message_id, m.conversation_id, m.body,
        r.created_at, coalesce(m.handed_at, m.created_at) as left_at
      from reminders as r
      join messages as m on m.organization_id = r.organization_id and m.id = r.message_id
      where r.organization_id = ${organizationId} and r.address = number.sender and r.message_id is not null
        and r.created_at > ${now}::timestamptz - ${sql.lit(ASKED_DAYS)} * interval '1 day'
        and r.type = 'reminder' and m.status in ('sending', 'sent', 'delivered')
      order by r.appointment_id, left_at desc
    ) as asked
    join appointments as a on a.organization_id = ${organizationId} and a.id = asked.appointment_id
      and a.starts_at = asked.starts_at
    join patients as p on p.organization_id = a.organization_id and p.id = a.patient_id and p.phone_number = number.sender
    left join doctors as d on d.organization_id = a.organization_id and d.id = a.doctor_id
    where a.status in ('scheduled', 'confirmed') and a.ends_at > ${now}
      and not exists (
        select from conversations as c
        join messages as later on later.organization_id = c.organization_id and later.conversation_id = c.id
        where c.organization_id = ${organizationId} and c.id = asked.conversation_id and c.bot is not null
          and later.prompt is not null and later.created_at > asked.left_at)
      and not exists (
        select from (
          select moved.details->>'fromDoctor' as id from appointment_history as moved
          where moved.organization_id = ${organizationId} and moved.appointment_id = a.id and moved.kind = 'moved'
            and moved.at > asked.created_at
          order by moved.position limit 1
        ) as named
        left join doctors as former on former.organization_id = ${organizationId} and former.id = named.id
        where named.id <> a.doctor_id and (former.id is null or position(former.name in asked.body) > 0))
    order by asked.left_at desc, a.starts_at, a.id
    limit ${senders.length * MOST}`.execute(tx)
  return rows.map(({ replyKind: kind, replyAt: at, ...row }) => ({
    ...row,
    reply: kind === null || at === null ? null : { kind, at },
  }))
}

/** A query of the patients about whom `listAsked` may find something. */
export function patientsAsked({ organizationId, senders, now }: Asking): RawBuilder<string> {
  return sql<string>`
    select r.patient_id from reminders as r
    where r.organization_id = ${organizationId} and r.address = any(${[...new Set(senders)]}::text[])
      and r.message_id is not null
      and r.created_at > ${now}::timestamptz - ${sql.lit(ASKED_DAYS)} * interval '1 day'`
}

type AskedRow = Omit<AskedAppointment, 'reply'> & {
  readonly replyKind: NonNullable<Appointment['reply']>['kind'] | null
  readonly replyAt: Date | null
}
