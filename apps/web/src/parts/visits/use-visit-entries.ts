import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { useNavigate } from 'react-router'
import type { MenuEntry } from '../../ui/menu-panel.tsx'
import { useServices } from '../services.tsx'
import { offlineReason } from '../use-offline.ts'
import { chartAddress } from './chart-address.rules.ts'
import type { VisitActions } from './use-visit-actions.ts'
import { visitEntries } from './visit-entries.ts'

interface Options {
  actions: VisitActions
  /** Whether the organization admits patients. */
  admits: boolean
  offline: boolean
  /** The chart is open already. */
  inChart?: boolean
  onMove: (visit: Appointment) => void
}

export interface VisitMenus {
  readonly entries: (visit: Appointment) => MenuEntry[]
  readonly openChart: (visit: Appointment) => void
}

/** The menu of a visit, in its row and on its slip. */
export function useVisitEntries({ actions, admits, offline, inChart = false, onMove }: Options): VisitMenus {
  const navigate = useNavigate()
  const { clock } = useServices()
  const openChart = ({ patientId }: Appointment) => void navigate(chartAddress(patientId))
  const onConversation = ({ conversationId }: Appointment) => {
    if (conversationId !== null) void navigate(`/inbox?conversation=${encodeURIComponent(conversationId)}`)
  }
  const asked = {
    actions,
    admits,
    onMove,
    onChart: inChart ? undefined : openChart,
    onConversation,
    reason: offlineReason(offline),
  }
  return { openChart, entries: (visit) => visitEntries(visit, { ...asked, now: clock.now() }) }
}
