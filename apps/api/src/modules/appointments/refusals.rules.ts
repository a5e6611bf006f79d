import type { AppointmentStatus } from '@foyer/contracts/appointments/status.rules.ts'
import { Refusal } from '../../http/refusal.ts'

const SENTENCES: Partial<Record<AppointmentStatus, string>> = {
  cancelled: 'This visit was cancelled.',
  completed: 'This visit is over.',
  noShow: 'The patient did not come to this visit.',
  discharged: 'The patient was discharged.',
}

/** Refuses what is done to an appointment that has ended. Screens show the sentence. */
export function notOpen(status: AppointmentStatus | null): Refusal {
  return new Refusal('not_open', SENTENCES[status ?? 'completed'] ?? 'This visit cannot be changed any more.')
}

/** A visit that is still to come cannot have been missed. */
export function notBegun(): Refusal {
  return new Refusal('not_open', 'This visit has not begun yet.')
}

/** The doctor has another appointment then, or another transaction booked the time first. */
export function slotTaken(): Refusal {
  return new Refusal('slot_taken', 'This time was just taken. Choose another one.')
}
