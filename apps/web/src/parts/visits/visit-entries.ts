import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { type AppointmentStatus, mayBecome } from '@foyer/contracts/appointments/status.rules.ts'
import {
  BellRing,
  CalendarCheck,
  CalendarClock,
  CalendarX,
  CircleCheck,
  FolderOpen,
  Hourglass,
  type LucideIcon,
  MessageSquare,
  UserRoundCheck,
  UserRoundX,
} from 'lucide-react'
import type { MenuEntry } from '../../ui/menu-panel.tsx'
import type { VisitActions } from './use-visit-actions.ts'
import { BEGUN, hasBegun, mayConfirm, mayMove } from './visit-actions.rules.ts'

interface Options {
  actions: VisitActions
  /** Whether the organization admits patients. */
  admits: boolean
  now: Date
  /** Why nothing can be changed now; undefined if it can. */
  reason: string | undefined
  onMove: (visit: Appointment) => void
  /** Absent in the chart itself. */
  onChart?: ((visit: Appointment) => void) | undefined
  onConversation: (visit: Appointment) => void
}

const STATUSES: readonly { status: AppointmentStatus; label: string; icon: LucideIcon; danger?: true }[] = [
  { status: 'arrived', label: 'Mark arrived', icon: UserRoundCheck },
  { status: 'admitted', label: 'Admit', icon: UserRoundCheck },
  { status: 'discharged', label: 'Discharge', icon: CircleCheck },
  { status: 'completed', label: 'Mark completed', icon: CircleCheck },
  { status: 'noShow', label: 'Mark as no-show', icon: UserRoundX },
  { status: 'cancelled', label: 'Cancel the visit', icon: CalendarX, danger: true },
]

/** Why nobody can have missed the visit. */
const NOT_BEGUN = 'The visit has not begun yet'

/** The menu of a visit: first what staff do most, last what takes the visit away. */
export function visitEntries(visit: Appointment, options: Options): MenuEntry[] {
  const { actions, admits, now, reason, onMove, onChart, onConversation } = options
  const { appointmentStatus, reschedule, conversationId } = visit
  const acts = { disabledReason: reason }
  const begun = hasBegun(visit, now)
  const entries: MenuEntry[] = []
  if (mayMove(visit))
    entries.push({
      ...{ label: 'Send reminder', icon: BellRing, disabledReason: reason ?? (begun ? BEGUN : undefined) },
      onSelect: () => actions.remind([visit]),
    })
  if (appointmentStatus === 'noShow')
    entries.push({
      label: 'Send no-show text',
      icon: BellRing,
      ...acts,
      onSelect: () => actions.remind([visit], 'noShow'),
    })
  if (mayConfirm(visit))
    entries.push({ label: 'Mark confirmed', icon: CalendarCheck, ...acts, onSelect: () => actions.confirm([visit]) })
  if (mayMove(visit)) entries.push({ label: 'Reschedule', icon: CalendarClock, ...acts, onSelect: () => onMove(visit) })
  if (reschedule?.state === 'asked' && mayMove(visit))
    entries.push({
      ...{ label: 'Hold the time', detail: 'Until another one is found', icon: Hourglass, ...acts },
      onSelect: () => actions.change([visit], { type: 'hold' }),
    })
  if (reschedule !== null && mayMove(visit))
    entries.push({
      ...{ label: 'Keep this time', detail: 'No other one is needed', icon: CircleCheck, ...acts },
      onSelect: () => actions.change([visit], { type: 'withdraw' }),
    })
  if (onChart !== undefined)
    entries.push({ label: 'Open chart', icon: FolderOpen, separated: true, onSelect: () => onChart(visit) })
  if (conversationId !== null)
    entries.push({
      ...{ label: 'Open conversation', icon: MessageSquare, separated: onChart === undefined },
      onSelect: () => onConversation(visit),
    })
  const next = STATUSES.filter(({ status }) => mayBecome(appointmentStatus, status, admits))
  next.forEach(({ status, label, icon, danger }, place) => {
    const early = status === 'noShow' && !begun ? NOT_BEGUN : undefined
    entries.push({
      ...{ label, icon, separated: place === 0, disabledReason: reason ?? early, ...(danger && { danger }) },
      onSelect: () => actions.change([visit], { type: 'status', status }),
    })
  })
  return entries
}
