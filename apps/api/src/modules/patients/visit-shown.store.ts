/** The SQL of the visit that a conversation and a patient's record show; both show the same fields of it. */
import type { Visit } from '@foyer/contracts/inbox/conversation.ts'
import { type RawBuilder, sql } from 'kysely'

/** A visit as JSON from PostgreSQL, whose instants are not in the form of the contract yet. */
export type VisitJson = Omit<Visit, 'startsAt' | 'endsAt'> & { startsAt: string; endsAt: string }

/** The fields of the appointment `a` as JSON. */
export const VISIT_JSON: RawBuilder<VisitJson> = sql`json_build_object(
  'appointmentId', a.id, 'startsAt', a.starts_at, 'endsAt', a.ends_at, 'status', a.status, 'type', a.type,
  'doctorId', a.doctor_id, 'doctorName', a.doctor_name, 'location', a.location,
  'reschedule', a.reschedule, 'confirmedBy', a.confirmed_by, 'version', a.shown_version)`

/** Whether the appointment `a` is to come or goes on. */
export function isToCome(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(a.ends_at > ${now} and a.status in ('scheduled', 'confirmed', 'arrived', 'admitted'))`
}

export function visitOf(json: VisitJson): Visit {
  return { ...json, startsAt: new Date(json.startsAt).toISOString(), endsAt: new Date(json.endsAt).toISOString() }
}
