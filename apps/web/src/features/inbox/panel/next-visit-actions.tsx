import type { Conversation, Visit } from '@foyer/contracts/inbox/conversation.ts'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { NightDialog } from '../../../parts/visits/night-dialog.tsx'
import { SlipButtons } from '../../../parts/visits/slip-buttons.tsx'
import { useVisitActions } from '../../../parts/visits/use-visit-actions.ts'

interface NextVisitActionsProps {
  conversation: Conversation
  visit: Visit
  timezone: string
  /** Opens the form that gives the visit another time. */
  onMove: () => void
}

/** The buttons of the slip in the panel. The slip itself follows the conversation's events. */
export function NextVisitActions({ conversation, visit, timezone, onMove }: NextVisitActionsProps) {
  const { organizationId, name: patientName, phoneNumber } = conversation
  const { appointmentId, status: appointmentStatus, reschedule, startsAt } = visit
  const actions = useVisitActions({ organizationId, timezone })
  const acted = { _id: appointmentId, patientName, phoneNumber, appointmentStatus, reschedule, startsAt }
  return (
    <>
      <SlipButtons visit={acted} actions={actions} reason={offlineReason(useOffline())} onMove={onMove} />
      <NightDialog actions={actions} />
    </>
  )
}
