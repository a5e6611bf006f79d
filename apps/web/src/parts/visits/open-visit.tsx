import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useMedia } from '../../lib/use-media.ts'
import { usePhone } from '../../lib/use-phone.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { MenuEntry } from '../../ui/menu-panel.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useCommands } from '../keyboard.tsx'
import { useVisit } from './use-visit.ts'
import type { VisitActions } from './use-visit-actions.ts'
import { nameOf } from './visit-actions.rules.ts'
import { VisitDetails, VisitHead } from './visit-details.tsx'

interface OpenVisitProps {
  organizationId: string
  appointmentId: string
  /** The visit as the list knows it. */
  known: Appointment | undefined
  now: Date
  timezone: string
  offline: boolean
  actions: VisitActions
  onMove: (visit: Appointment) => void
  entries: (visit: Appointment) => readonly MenuEntry[]
  /** In the patient's chart, which shows the rest of the patient. */
  inChart?: boolean
  onClose: () => void
}

/** The table and the panel fit beside one another from this width on. */
const BESIDE = '(width >= 1400px)'

/** The opened visit: beside the table where both fit, else over it; a sheet on a phone. Over the chart always. */
export function OpenVisit({ appointmentId, known, onClose, ...rest }: OpenVisitProps) {
  const phone = usePhone()
  const isWide = useMedia(BESIDE)
  const beside = isWide && rest.inChart !== true
  const panel = useRef<HTMLElement>(null)
  useFocusBackToRow(panel, appointmentId)
  useCommands([
    {
      ...{ id: 'go to visit', title: 'Go to the open visit', keys: ['i'], group: 'Lists', onlyKey: true },
      holds: () => panel.current !== null,
      run: () => panel.current?.focus(),
    },
    {
      ...{ id: 'close visit', title: 'Close the visit', keys: ['escape'], group: 'Lists', onlyKey: true },
      run: onClose,
    },
  ])
  const open = useVisit(rest.organizationId, appointmentId)
  const shown = open.visit ?? known
  const details = <VisitDetails {...rest} open={open} known={known} />
  const title = shown === undefined ? 'Visit' : nameOf(shown)
  if (beside)
    return (
      <aside
        ref={panel}
        tabIndex={-1}
        aria-label={`Visit of ${title}`}
        className="focus-inset flex w-panel shrink-0 flex-col border-l border-line bg-surface"
      >
        <header className="flex min-h-18 items-center gap-3 border-b border-line py-2 pr-2 pl-4">
          {shown === undefined ? <span className="flex-1" /> : <VisitHead visit={shown} />}
          <IconButton icon={X} label="Close the visit" onClick={onClose} />
        </header>
        <div className="scrollbar-quiet min-h-0 flex-1 overflow-y-auto">{details}</div>
      </aside>
    )
  const Panel = phone ? Sheet : Drawer
  return (
    <Panel open title={title} onClose={onClose}>
      {details}
    </Panel>
  )
}

/** A panel beside the table is no dialog, so nothing else returns the focus to its row when it closes. */
function useFocusBackToRow(panel: { readonly current: HTMLElement | null }, appointmentId: string): void {
  useLayoutEffect(() => {
    const shown = panel.current
    return () => {
      if (!shown?.contains(document.activeElement)) return
      document.querySelector<HTMLElement>(`tr[data-appointment-id="${CSS.escape(appointmentId)}"]`)?.focus()
    }
  }, [panel, appointmentId])
}
