import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import type { Tx } from '../../../db/tx.ts'
import { notValid } from '../../../http/refusal.ts'
import type { Services } from '../../../services.ts'
import { refresh } from '../../conversations/conversations.ts'
import { readDoctor } from '../../doctors/doctors.ts'
import { readClinic } from '../../organizations/organizations.ts'
import { booked } from '../../outreach/outreach.ts'
import { findOwner, isDeceased } from '../../patients/patients.ts'
import { lockForChange, type StagedAppointments, stageAppointments } from '../appointment-change.ts'
import { type AppointmentState, doctorDaysOf } from '../appointments.rules.ts'
import { findOverlaps, lockDoctorDays } from '../appointments.store.ts'
import { findPlaceOf } from '../doctor-place.store.ts'
import { slotTaken } from '../refusals.rules.ts'
import type { Actor } from '../save-appointments.ts'
import { bookableStart, minutesAfter } from '../visit-time.rules.ts'

export interface Booking {
  readonly organizationId: string
  /** A staff member's id; null if the patient or a program books. */
  readonly by: Actor
  readonly now: Date
  readonly patientId: string
  readonly doctorId: string
  /** A day and a time of the organization's clock. */
  readonly date: string
  readonly time: string
  readonly minutes: number
  /** The kind of visit, in the clinic's words. */
  readonly type?: string | undefined
  readonly source: AppointmentState['source']
}

const ANY_TYPE = 'Visit'

/**
 * Books a time of a doctor for a patient. Refuses an unknown patient or doctor with 404, a time that is past or skipped
 * and a patient who is deceased with 400, and a time that overlaps another appointment of the doctor with `slot_taken`: of
 * two at once one gets it.
 */
export async function bookVisit(
  tx: Tx,
  parts: Pick<Services, 'newId'>,
  booking: Booking,
): Promise<{ readonly appointment: Appointment; readonly seq: number; readonly epoch: string }> {
  const { organizationId, now, patientId } = booking
  const made = await newVisit(tx, parts, booking)
  let staged: StagedAppointments | undefined
  const about = { organizationId, patientIds: [patientId], now, keepsNames: true }
  const { seq, epoch } = await refresh(tx, about, async () => {
    staged = await stageNewVisit(tx, booking, made)
    return staged.changes
  })
  const [appointment] = staged?.items() ?? []
  if (!appointment) throw new Error('An appointment that was booked is missing.')
  return { appointment, seq, epoch }
}

/** The visit that the booking makes, before anything is locked. */
export async function newVisit(
  tx: Tx,
  { newId }: Pick<Services, 'newId'>,
  { organizationId, now, patientId, doctorId, date, time, minutes, type = ANY_TYPE, source }: Booking,
): Promise<AppointmentState> {
  const [clinic, doctor, place] = await Promise.all([
    readClinic(tx, organizationId),
    readDoctor(tx, organizationId, doctorId),
    findPlaceOf(tx, organizationId, doctorId),
    findOwner(tx, organizationId, patientId),
  ])
  if (doctor.archived) throw notValid('doctorId', 'This doctor takes no more visits')
  const startsAt = bookableStart({ date, time }, clinic.timezone, now, 'time')
  return {
    ...{ id: newId(), organizationId, patientId, doctorId, startsAt, endsAt: minutesAfter(startsAt, minutes) },
    ...{ status: 'scheduled', type, location: place ?? clinic.name, telemedicineServiceId: null },
    ...{ confirmedAt: null, confirmedBy: null, reschedule: null, reply: null, called: null },
    ...{ admittedAt: null, dischargedAt: null, source, nextReminderAt: null },
    ...{ createdAt: now, timedAt: now, version: 0 },
  }
}

/** The conversations of the patient are locked. A refusal leaves statements that the caller rolls back. */
export async function stageNewVisit(
  tx: Tx,
  { organizationId, by, now, patientId }: Booking,
  made: AppointmentState,
): Promise<StagedAppointments> {
  // Sent together; the store takes the locks first and looks for overlaps under them.
  const [, locked, taken, hasDied] = await Promise.all([
    lockDoctorDays(tx, organizationId, doctorDaysOf(made)),
    lockForChange(tx, organizationId, [], [patientId]),
    findOverlaps(tx, organizationId, [made]),
    isDeceased(tx, organizationId, patientId),
    booked(tx, { organizationId, patientId, at: now }),
  ])
  if (hasDied) throw notValid('patientId', 'This patient is deceased')
  if (taken.size > 0) throw slotTaken()
  return stageAppointments(tx, { organizationId, by, now }, locked, [{ before: null, after: made }])
}
