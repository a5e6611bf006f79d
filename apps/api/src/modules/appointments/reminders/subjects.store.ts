/** The appointments that a text to one number may be about, with everything that decides whether it is sent. */
import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { LIVE } from '@foyer/contracts/appointments/status.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import type { Consent } from '../../consent/consent.ts'

export interface Subject {
  readonly id: string
  readonly patientId: string
  readonly startsAt: Date
  readonly timedAt: Date
  readonly status: Appointment['appointmentStatus']
  readonly type: string
  readonly location: string
  readonly doctorName: string
  readonly reschedule: 'asked' | 'held' | null
  readonly leasedBy: string | null
  readonly firstName: string
  readonly phoneNumber: string | null
  readonly email: string | null
  readonly deceased: boolean
  readonly consent: Consent['smsStatus']
  readonly askedToStop: boolean
  /** Whether several patients have the number. */
  readonly isShared: boolean
  /** Another appointment of the same number, first name and start stands and has this reminder. */
  readonly isDuplicate: boolean
  readonly hasLaterVisit: boolean
  readonly wroteSince: boolean
}

export interface Range {
  readonly organizationId: string
  /** The appointment itself. */
  readonly id: string
  /** The number whose other appointments between the two times belong to the range; null for none. */
  readonly phoneNumber: string | null
  readonly from: Date
  readonly until: Date
}

export interface Place {
  readonly id: string
  readonly patientId: string
  readonly phoneNumber: string | null
  readonly startsAt: Date
}

/** The numbers and starts of those of the appointments that exist, without a lock. */
export async function readPlaces(tx: Tx, organizationId: string, ids: readonly string[]): Promise<Place[]> {
  const rows = await tx
    .selectFrom('appointments as a')
    .innerJoin('patients as p', (join) =>
      join.onRef('p.organization_id', '=', 'a.organization_id').onRef('p.id', '=', 'a.patient_id'),
    )
    .select(['a.id', 'a.patient_id', 'p.phone_number', 'a.starts_at'])
    .where('a.organization_id', '=', organizationId)
    .where('a.id', 'in', ids)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    patientId: row.patient_id,
    phoneNumber: row.phone_number,
    startsAt: row.starts_at,
  }))
}

function inRange({ organizationId, id, phoneNumber, from, until }: Range): RawBuilder<boolean> {
  const family = sql`
    select b.id from patients as q
    join appointments as b on b.organization_id = q.organization_id and b.patient_id = q.id
    where q.organization_id = ${organizationId} and q.phone_number = ${phoneNumber}
      and b.starts_at >= ${from} and b.starts_at < ${until} and b.status in ('scheduled', 'confirmed')`
  return sql<boolean>`a.organization_id = ${organizationId} and (a.id = ${id} or a.id = any(array(${family})))`
}

/** Locks the appointments of the range, in the order of their ids, as everywhere, and returns the ids. */
export async function lockRange(tx: Tx, range: Range): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select a.id from appointments as a where ${inRange(range)} order by a.id for no key update`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Reads the appointments of the range by their starts. Those that were not locked before are to be left out. */
export function readSubjects(tx: Tx, range: Range): Promise<Subject[]> {
  return subjectsWhere(tx, inRange(range))
}

/** Does the same for appointments by their ids. */
export function readSubjectsOf(tx: Tx, organizationId: string, ids: readonly string[]): Promise<Subject[]> {
  return subjectsWhere(tx, sql`a.organization_id = ${organizationId} and a.id = any(${[...ids]}::text[])`)
}

async function subjectsWhere(tx: Tx, condition: RawBuilder<unknown>): Promise<Subject[]> {
  const sameNumber = sql`other.organization_id = a.organization_id and other.phone_number = p.phone_number`
  const { rows } = await sql<Subject>`
    select a.id, a.patient_id as "patientId", a.starts_at as "startsAt", a.timed_at as "timedAt", a.status, a.type,
      a.location, coalesce(d.name, a.doctor_name) as "doctorName", a.reschedule,
      case when a.leased_until > now() then a.leased_by end as "leasedBy",
      p.first_name as "firstName", p.phone_number as "phoneNumber", p.email, p.deceased,
      coalesce(consents.sms_status, 'subscribed') as consent,
      coalesce(c.asked_to_stop, false) as "askedToStop",
      exists (select from patients as other where ${sameNumber} and other.id <> p.id) as "isShared",
      exists (
        select from patients as other
        join appointments as b on b.organization_id = other.organization_id and b.patient_id = other.id
        join reminders as r on r.organization_id = b.organization_id and r.appointment_id = b.id
          and r.starts_at = date_trunc('milliseconds', b.starts_at)
        where ${sameNumber} and other.first_key = p.first_key and b.starts_at = a.starts_at and b.id <> a.id
          -- An e-mail went instead of a text that did not arrive.
          and (r.status in ('queued', 'sent', 'delivered') or r.message_id is not null and r.mail_id is not null)
          and case a.status when 'noShow' then r.type = 'noShow' and b.status = 'noShow'
            else r.type = 'reminder' and b.status = any(${[...LIVE]}::text[]) end
      ) as "isDuplicate",
      exists (
        select from appointments as b
        where b.organization_id = a.organization_id and b.patient_id = a.patient_id and b.starts_at > a.starts_at
          and b.status in ('scheduled', 'confirmed', 'arrived', 'admitted', 'completed', 'discharged')
      ) as "hasLaterVisit",
      exists (
        select from messages as m
        where m.organization_id = a.organization_id and m.conversation_id = c.id
          and m.created_at > a.starts_at and m.direction = 'inbound'
      ) as "wroteSince"
    from appointments as a
    join patients as p on p.organization_id = a.organization_id and p.id = a.patient_id
    left join doctors as d on d.organization_id = a.organization_id and d.id = a.doctor_id
    left join consents on consents.organization_id = a.organization_id and consents.phone_number = p.phone_number
    left join conversations as c
      on c.organization_id = a.organization_id and c.channel = 'sms' and c.sender = p.phone_number
    where ${condition}
    order by a.starts_at, a.id`.execute(tx)
  return rows
}
