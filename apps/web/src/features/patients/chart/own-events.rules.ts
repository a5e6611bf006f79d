import type { KnownEvent } from '@foyer/contracts/events.ts'

interface Whose {
  readonly patientId: string
  /** Null without a number. */
  readonly phoneNumber: string | null
}

/** Whether an event tells of the patient: of the record, of a visit, or of a conversation that the chart shows. */
export function tellsOf(event: KnownEvent, { patientId, phoneNumber }: Whose): boolean {
  switch (event.type) {
    case 'patient.changed':
      return event.data._id === patientId
    case 'appointment.changed':
      return event.data.patientId === patientId
    case 'appointments.reloaded':
    case 'patients.reloaded':
      return true
    case 'conversation.changed':
      return event.data.patientId === patientId || (phoneNumber !== null && event.data.phoneNumber === phoneNumber)
    default:
      return false
  }
}
