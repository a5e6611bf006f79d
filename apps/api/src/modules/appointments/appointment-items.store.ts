/**
 * The only builder of an appointment: lists, single reads and events all use it, so that they cannot differ. It joins an
 * appointment with its patient, the consent of the number, the doctor, the conversation by text and the newest reminder.
 */
import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Tx } from '../../db/tx.ts'
import { notFound } from '../../http/refusal.ts'
import type { AppointmentTable } from './appointments.tables.ts'

type PatientFacts = Pick<
  Selectable<Schema['patients']>,
  'first_name' | 'last_name' | 'phone_number' | 'mrn' | 'cash_pay' | 'insurance_type' | 'eligible'
>

export type AppointmentRow = Selectable<AppointmentTable> &
  PatientFacts & {
    timezone: string
    patient_timezone: string | null
    provider_name: string
    sms_status: Appointment['smsStatus'] | null
    conversation_id: string | null
    unread: number | null
    telemedicine: Appointment['telemedicine']
    reminder: Appointment['reminder']
    no_shows: number
    /** `starts_at`, `admitted_at` and `discharged_at` in microseconds, because a JavaScript date has milliseconds only. */
    starts_micros: number
    admitted_micros: number | null
    discharged_micros: number | null
  }

/** Builds appointments from rows of the table, in this order. */
export function appointmentsFrom(
  source: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql`a.starts_at, a.id`,
): RawBuilder<AppointmentRow> {
  return sql<AppointmentRow>`
    select
      a.organization_id, a.id, a.patient_id, a.doctor_id, a.doctor_name, a.starts_at, a.ends_at, a.status, a.type,
      a.location, a.telemedicine_service_id, a.confirmed_at, a.confirmed_by, a.reschedule, a.reschedule_at,
      a.reschedule_wish, a.reply_kind, a.reply_at, a.reply_message_id, a.called_at, a.called_by, a.called_outcome,
      a.admitted_at, a.discharged_at, a.source, a.next_reminder_at, a.created_at, a.timed_at, a.version,
      (extract(epoch from a.starts_at) * 1000000)::bigint as starts_micros,
      (extract(epoch from a.admitted_at) * 1000000)::bigint as admitted_micros,
      (extract(epoch from a.discharged_at) * 1000000)::bigint as discharged_micros,
      p.first_name, p.last_name, p.phone_number, p.mrn, p.cash_pay, p.insurance_type, p.eligible,
      o.timezone, p.timezone as patient_timezone, coalesce(d.name, a.doctor_name) as provider_name, consents.sms_status,
      thread.id as conversation_id, thread.unread_count as unread,
      case when service.id is not null then json_build_object('_id', service.id, 'name', service.name) end
        as telemedicine,
      newest.reminder,
      (
        select count(*)::int from appointments as missed
        where missed.organization_id = a.organization_id and missed.patient_id = a.patient_id
          and missed.status = 'noShow'
          and missed.starts_at < a.starts_at and missed.starts_at >= a.starts_at - interval '365 days'
      ) as no_shows
    from ${source} as a
    join organizations as o on o.id = a.organization_id
    join patients as p on p.organization_id = a.organization_id and p.id = a.patient_id
    left join doctors as d on d.organization_id = a.organization_id and d.id = a.doctor_id
    left join telemedicine_services as service
      on service.organization_id = a.organization_id and service.id = a.telemedicine_service_id
    left join consents on consents.organization_id = a.organization_id and consents.phone_number = p.phone_number
    left join lateral (
      select id, unread_count from (
        (
          select c.id, c.unread_count, 1 as rank from conversations as c
          where c.organization_id = a.organization_id and c.channel = 'sms' and c.sender = p.phone_number
        ) union all (
          select c.id, c.unread_count, 2 from conversations as c
          where c.organization_id = a.organization_id and c.patient_id = p.id and c.channel = 'sms'
          order by c.last_message_at desc, c.id desc limit 1
        )
      ) as threads
      order by rank limit 1
    ) as thread on true
    left join lateral (
      select json_build_object('at', r.created_at, 'channel', r.channel, 'type', r.type, 'status', r.status,
        'reason', r.reason) as reminder
      from reminders as r
      where r.organization_id = a.organization_id and r.appointment_id = a.id
      order by r.created_at desc, r.id desc limit 1
    ) as newest on true
    order by ${order}`
}

export function appointmentOf(row: AppointmentRow): Appointment {
  const start = wallTime(row.starts_at, row.timezone)
  return {
    _id: row.id,
    organizationId: row.organization_id,
    patientId: row.patient_id,
    patientName: `${row.first_name} ${row.last_name}`.trim(),
    phoneNumber: row.phone_number,
    timezone: row.patient_timezone,
    doctorId: row.doctor_id,
    providerName: row.provider_name,
    appointmentDate: start.day,
    startTime: start.time,
    endTime: wallTime(row.ends_at, row.timezone).time,
    appointmentType: row.type,
    appointmentStatus: row.status,
    eligible: row.eligible ?? false,
    insuranceType: row.insurance_type,
    admittedDate: iso(row.admitted_at),
    dischargedDate: iso(row.discharged_at),
    confirmed: row.status === 'confirmed' || row.confirmed_at !== null,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    location: row.location,
    mrn: row.mrn,
    cashPay: row.cash_pay,
    confirmedBy: row.confirmed_by,
    telemedicine: row.telemedicine,
    conversationId: row.conversation_id,
    smsStatus: row.sms_status ?? 'subscribed',
    unread: row.unread ?? 0,
    reschedule:
      row.reschedule === null
        ? null
        : { state: row.reschedule, at: (row.reschedule_at ?? row.starts_at).toISOString(), wish: row.reschedule_wish },
    reply:
      row.reply_kind === null || row.reply_at === null
        ? null
        : { kind: row.reply_kind, at: row.reply_at.toISOString(), messageId: row.reply_message_id ?? '' },
    reminder: row.reminder && { ...row.reminder, at: new Date(row.reminder.at).toISOString() },
    called:
      row.called_at === null || row.called_outcome === null
        ? null
        : { at: row.called_at.toISOString(), user: row.called_by ?? '', outcome: row.called_outcome },
    noShows: row.no_shows,
    ehr: null,
    version: row.version,
  }
}

function iso(at: Date | null): string | null {
  return at?.toISOString() ?? null
}

interface Wanted {
  readonly organizationId: string
  readonly ids: readonly string[]
}

/** The appointments that exist, in the order of `ids`. */
export async function readAppointments(tx: Tx, { organizationId, ids }: Wanted): Promise<Appointment[]> {
  if (ids.length === 0) return []
  const source = sql`(
    select * from appointments where organization_id = ${organizationId} and id = any(${[...ids]}::text[]))`
  const { rows } = await appointmentsFrom(source).execute(tx)
  const found = new Map(rows.map((row) => [row.id, appointmentOf(row)]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** 404 if the organization has no such appointment. */
export async function findAppointment(
  tx: Tx,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<Appointment> {
  const [found] = await readAppointments(tx, { organizationId, ids: [id] })
  if (!found) throw notFound()
  return found
}
