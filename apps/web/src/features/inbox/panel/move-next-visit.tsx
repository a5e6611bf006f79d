import type { Conversation, Visit } from '@foyer/contracts/inbox/conversation.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { MoveForm } from '../../../parts/visits/move-form.tsx'
import { useVisitActions } from '../../../parts/visits/use-visit-actions.ts'

interface MoveNextVisitProps {
  conversation: Conversation
  visit: Visit
  today: string
  timezone: string
  onClose: () => void
}

/** Gives the patient's next visit another time. */
export function MoveNextVisit({ conversation, visit, today, timezone, onClose }: MoveNextVisitProps) {
  const { organizationId, name: patientName, phoneNumber } = conversation
  const { report } = useVisitActions({ organizationId, timezone })
  const { appointmentId: _id, doctorId, startsAt, endsAt } = visit
  const appointmentDate = dayIn(new Date(startsAt), timezone)
  return (
    <MoveForm
      {...{ organizationId, today, report }}
      visit={{ _id, patientName, phoneNumber, doctorId, startsAt, endsAt, appointmentDate }}
      onMoved={onClose}
    />
  )
}
