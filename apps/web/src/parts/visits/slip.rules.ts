import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { standingOf } from '@foyer/contracts/appointments/status.rules.ts'
import type { Visit } from '@foyer/contracts/inbox/conversation.ts'
import type { SlipFacts } from './visit-slip.tsx'

export function slipOfVisit(visit: Visit): SlipFacts {
  const { startsAt, endsAt, doctorName, type, location, status, reschedule } = visit
  const wish = reschedule && { state: reschedule }
  const standing = standingOf({ appointmentStatus: status, reschedule: wish })
  return { startsAt, endsAt, doctorName, type, location, standing }
}

export function slipOfAppointment(appointment: Appointment): SlipFacts {
  const { startsAt, endsAt, providerName, appointmentType, location } = appointment
  const standing = standingOf(appointment)
  return { startsAt, endsAt, doctorName: providerName, type: appointmentType, location, standing }
}
