import type { Appointment, AppointmentHistoryEntry } from '@foyer/contracts/appointments/appointment.ts'
import { factOf, type ListedFact, listedFacts, listedVisits } from '@foyer/contracts/appointments/listed.rules.ts'
import { useApi } from '../services.tsx'
import { type LiveRows, useLiveCollection } from '../use-live-collection.ts'

interface VisitTally {
  readonly history: readonly AppointmentHistoryEntry[]
  readonly asOf: number
}

export interface OpenVisit {
  /** Undefined before the first reading. */
  readonly visit: Appointment | undefined
  /** Oldest first. */
  readonly history: readonly AppointmentHistoryEntry[] | undefined
  readonly question: LiveRows<ListedFact, VisitTally>
}

/** One visit with its history, kept current: each change of the visit adds to its history, which is then read again. */
export function useVisit(organizationId: string, appointmentId: string): OpenVisit {
  const api = useApi()
  const question = useLiveCollection<ListedFact, VisitTally>({
    id: `visit ${appointmentId}`,
    organizationId,
    collection: listedFacts,
    outdates: (event) =>
      event.type === 'appointments.reloaded' ||
      event.type === 'patients.reloaded' ||
      (event.type === 'appointment.changed' && event.data._id === appointmentId),
    read: async (_, signal) => {
      const { data, asOf, epoch } = await api('appointmentOne', { query: { organizationId, appointmentId }, signal })
      const tally = { history: data.history, asOf }
      return { items: [factOf(data.appointment)], cursor: null, epoch, seq: asOf, tally }
    },
  })
  const { data, tally } = question
  const visit = listedVisits(data ?? [], tally?.asOf ?? 0).find(({ _id }) => _id === appointmentId)
  return { visit, history: tally?.history, question }
}
