import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { Ellipsis } from 'lucide-react'
import { offlineReason } from '../../../parts/use-offline.ts'
import { slipDetail } from '../../../parts/visits/reply-words.rules.ts'
import { slipOfAppointment } from '../../../parts/visits/slip.rules.ts'
import { SlipButtons } from '../../../parts/visits/slip-buttons.tsx'
import type { VisitActions } from '../../../parts/visits/use-visit-actions.ts'
import { mayMove } from '../../../parts/visits/visit-actions.rules.ts'
import { VisitSlip } from '../../../parts/visits/visit-slip.tsx'
import { Button } from '../../../ui/button.tsx'
import { squareLook } from '../../../ui/button-look.rules.ts'
import { Menu } from '../../../ui/menu.tsx'
import type { MenuEntry } from '../../../ui/menu-panel.tsx'

interface ComingVisitProps {
  visit: Appointment
  now: Date
  timezone: string
  offline: boolean
  actions: VisitActions
  onMove: (visit: Appointment) => void
  onOpen: (visit: Appointment) => void
  entries: (visit: Appointment) => readonly MenuEntry[]
}

/** A visit to come: its slip, and what staff do with it. */
export function ComingVisit({ visit, now, timezone, offline, actions, onMove, onOpen, entries }: ComingVisitProps) {
  const reason = offlineReason(offline)
  return (
    <VisitSlip visit={slipOfAppointment(visit)} timezone={timezone} detail={slipDetail(visit, now, timezone)}>
      {mayMove(visit) && <SlipButtons {...{ visit, actions, reason }} onMove={() => onMove(visit)} />}
      <Button size="sm" onClick={() => onOpen(visit)}>
        Details
      </Button>
      <Menu
        label={`More for the visit of ${visit.appointmentDate}`}
        content={<Ellipsis aria-hidden size={16} />}
        className={squareLook('default', 'sm')}
        entries={entries(visit)}
      />
    </VisitSlip>
  )
}
