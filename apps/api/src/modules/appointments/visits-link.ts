/**
 * Appointments for the areas that confirm or show them, such as a chatbot. Both run in the caller's transaction; confirming
 * appends events, so it comes last in it.
 */
import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { LIVE } from '@foyer/contracts/appointments/status.rules.ts'
import type { Tx } from '../../db/tx.ts'
import { type AppointmentsChanged, changeAppointments } from './appointment-change.ts'
import { readAppointments } from './appointment-items.store.ts'
import { confirm } from './appointments.rules.ts'
import { findNextOf } from './appointments.store.ts'

interface Confirmed {
  readonly organizationId: string
  readonly appointmentId: string
  readonly now: Date
  /** The automations that led to it, the oldest first. */
  readonly chain?: readonly string[]
}

/** Confirms an appointment in the patient's name. One that has ended is skipped as `not_open`. */
export function confirmVisit(
  tx: Tx,
  { organizationId, appointmentId, now, chain }: Confirmed,
): Promise<AppointmentsChanged> {
  return changeAppointments(tx, { organizationId, ids: [appointmentId], by: null, now, chain }, (one) =>
    confirm(one, 'patient', now),
  )
}

/** The patient's next visit that has not ended; null without one. */
export async function nextVisit(
  tx: Tx,
  about: { readonly organizationId: string; readonly patientId: string; readonly now: Date },
): Promise<Appointment | null> {
  const id = await findNextOf(tx, about, LIVE)
  const [next = null] =
    id === null ? [] : await readAppointments(tx, { organizationId: about.organizationId, ids: [id] })
  return next
}
