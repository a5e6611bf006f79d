import type { KnownEvent } from '@foyer/contracts/events.ts'

interface Whose {
  readonly patientId: string
  /** Null without a number. */
  readonly phoneNumber: string | null
  /** The conversations from which the chart shows something. One of them may have become another patient's. */
  readonly conversationIds?: ReadonlySet<string>
}

/** Whether an event tells of the patient: of the record, of a visit or a due date, or of a conversation that the chart shows. */
export function tellsOf(event: KnownEvent, { patientId, phoneNumber, conversationIds }: Whose): boolean {
  switch (event.type) {
    case 'patient.changed':
      return event.data._id === patientId
    case 'appointment.changed':
    case 'due.changed':
      return event.data.patientId === patientId
    case 'appointments.reloaded':
    case 'patients.reloaded':
      return true
    case 'conversation.changed':
      return (
        event.data.patientId === patientId ||
        (phoneNumber !== null && event.data.phoneNumber === phoneNumber) ||
        (conversationIds?.has(event.data.id) ?? false)
      )
    default:
      return false
  }
}
