import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { factOf, type ListedFact, listedFacts, listedVisits } from '@foyer/contracts/appointments/listed.rules.ts'
import type { Collection } from '@foyer/contracts/collection.rules.ts'
import type { PagedRows } from '../../../parts/rows/paged-rows.ts'
import { useApi, useServices } from '../../../parts/services.tsx'
import { type LiveRows, useLiveCollection } from '../../../parts/use-live-collection.ts'
import { hasEnded, visitsByTime } from './patient-visits.rules.ts'

/** More visits to come than any patient has. */
const COMING = 100
const PAST_PAGE = 20

export interface PatientVisits {
  /** Soonest first. */
  readonly coming: PagedRows<Appointment>
  /** Newest first. */
  readonly past: PagedRows<Appointment>
  readonly put: (epoch: string, visits: readonly Appointment[]) => void
}

/** A patient's visits, kept current: those to come, and page by page those that have ended. [CALL-CAMPAIGN-22] */
export function usePatientVisits(organizationId: string, patientId: string, now: Date): PatientVisits {
  const api = useApi()
  const { clock } = useServices()
  const shared = { organizationId, collection: factsOf(patientId) }
  const outdates = ({ type }: { readonly type: string }) =>
    type === 'appointments.reloaded' || type === 'patients.reloaded'
  const coming = useLiveCollection<ListedFact, number>({
    ...{ ...shared, id: `visits to come ${patientId}`, outdates },
    read: async (_, signal) => {
      const params = { id: patientId }
      const { data, epoch, asOf } = await api('patientVisits', {
        ...{ params, query: { organizationId, limit: COMING }, signal },
      })
      const items = data.filter((visit) => !hasEnded(visit, clock.now())).map(factOf)
      return { items, cursor: null, epoch, seq: asOf, tally: asOf }
    },
  })
  const past = useLiveCollection<ListedFact, number>({
    ...{ ...shared, id: `past visits ${patientId}`, outdates },
    read: async (page, signal) => {
      const { data, cursor, epoch, asOf } = await api('pastAppointments', {
        ...{ params: { id: patientId }, query: { limit: PAST_PAGE, ...page }, signal },
      })
      return { items: data.map(factOf), cursor, epoch, seq: asOf, tally: asOf }
    },
  })
  const visits = visitsByTime({ coming: visitsOf(coming), past: visitsOf(past), hasMorePast: past.hasMore, now })
  return {
    coming: { ...coming, data: coming.data && visits.coming },
    past: { ...past, data: past.data && visits.past },
    put: (epoch, changed) => {
      coming.put(epoch, changed.map(factOf))
      past.put(epoch, changed.map(factOf))
    },
  }
}

/** The facts about one patient's visits. Visits are read newest first; other facts precede them all, so none is dropped. */
function factsOf(patientId: string): Collection<ListedFact> {
  return {
    ...listedFacts,
    select: (event) =>
      listedFacts.select(event).filter((fact) => fact.kind !== 'visit' || fact.visit.patientId === patientId),
    order: (left, right) => {
      const both = left.kind === 'visit' && right.kind === 'visit'
      return both ? listedFacts.order(right, left) : listedFacts.order(left, right)
    },
  }
}

function visitsOf({ data = [], tally = 0 }: LiveRows<ListedFact, number>): Appointment[] {
  return listedVisits(data, tally)
}
