/** The patients, visits and texts that the demo's automations heard. */
import type { AppointmentStatus } from '@foyer/contracts/appointments/status.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/tx.ts'

export interface FoundPatient {
  readonly patientId: string
  readonly conversationId: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly insuranceType: string | null
  readonly gender: 'male' | 'female' | 'other' | 'unknown'
  readonly age: number | null
}

export interface PastVisit extends FoundPatient {
  readonly id: string
  readonly status: AppointmentStatus
  readonly type: string
  readonly doctor: string
  readonly doctorName: string
  readonly location: string
  readonly startsAt: Date
  readonly bookedAt: Date
  readonly confirmedAt: Date | null
}

export interface PastText extends FoundPatient {
  readonly messageId: string
  readonly body: string
  readonly at: Date
}

const PATIENT = sql`
  p.id as "patientId", c.id as "conversationId", p.first_name as "firstName", p.last_name as "lastName", p.email,
  p.insurance_type as "insuranceType", p.gender, extract(year from age(p.birthdate))::int as age`

/** Patients who have a number of their own that may be texted, and a conversation by text. */
const WITH_THREAD = sql`
  patients as p
  join conversations as c on c.organization_id = p.organization_id and c.patient_id = p.id and c.channel = 'sms'
    and c.sender = p.phone_number and c.status <> 'quiet'
    and not exists (select from consents as k where k.organization_id = c.organization_id
      and k.phone_number = c.sender and k.sms_status <> 'subscribed')`

const VISIT = sql`
  ${PATIENT}, a.id, a.status, a.type, a.doctor_id as doctor, coalesce(a.doctor_name, '') as "doctorName", a.location,
  a.starts_at as "startsAt", a.created_at as "bookedAt", a.confirmed_at as "confirmedAt"`

async function visits(tx: Tx, organizationId: string, where: RawBuilder<unknown>): Promise<PastVisit[]> {
  const { rows } = await sql<PastVisit>`
    select ${VISIT} from ${WITH_THREAD}
    join appointments as a on a.organization_id = p.organization_id and a.patient_id = p.id
    where p.organization_id = ${organizationId} and ${where} order by a.starts_at, a.id`.execute(tx)
  return rows
}

/** Those that were not cancelled. */
export function pastVisits(tx: Tx, organizationId: string): Promise<PastVisit[]> {
  return visits(tx, organizationId, sql`a.status <> 'cancelled'`)
}

export function missedVisits(tx: Tx, organizationId: string): Promise<PastVisit[]> {
  return visits(tx, organizationId, sql`a.status = 'noShow'`)
}

/** Texts of patients since then. */
export async function pastTexts(tx: Tx, organizationId: string, since: Date): Promise<PastText[]> {
  const { rows } = await sql<PastText>`
    select ${PATIENT}, m.id as "messageId", m.body, m.created_at as at from ${WITH_THREAD}
    join messages as m on m.organization_id = c.organization_id and m.conversation_id = c.id and m.direction = 'inbound'
    where p.organization_id = ${organizationId} and m.created_at > ${since} order by m.created_at, m.id`.execute(tx)
  return rows
}

/** Patients whose welcome was held. */
export async function heldImports(tx: Tx, organizationId: string, many: number): Promise<FoundPatient[]> {
  const { rows } = await sql<FoundPatient>`
    select ${PATIENT} from ${WITH_THREAD}
    where p.organization_id = ${organizationId} and p.insurance_type = 'Medicare' order by p.id limit ${many}`.execute(
    tx,
  )
  return rows
}
