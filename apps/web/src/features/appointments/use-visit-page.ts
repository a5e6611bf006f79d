import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { factOf, type ListedFact, listedFacts, listedVisits } from '@foyer/contracts/appointments/listed.rules.ts'
import { type KeptPageState, useKeptPage } from '../../parts/rows/use-kept-page.ts'
import { useApi } from '../../parts/services.tsx'
import { visitQuery } from './filter.rules.ts'
import { readVisits } from './read-visits.actors.ts'
import { type AskedPage, filterOf, fitsSlot, newcomers, type Reading } from './visit-page.rules.ts'

export type VisitPage = KeptPageState<Appointment, AskedPage, Reading>

/** A page of the visit list, kept current. Nothing moves in it while `isHeld`, because the pointer or the focus is in it. */
export function useVisitPage(organizationId: string, asked: AskedPage, isHeld: boolean): VisitPage {
  const api = useApi()
  const { sort, page, slot } = asked
  const query = JSON.stringify(visitQuery(filterOf(asked)))
  const order = JSON.stringify({ [sort.field]: sort.direction })
  return useKeptPage<Appointment, ListedFact, AskedPage, Reading>({
    ...{ organizationId, name: 'visits', asked, isHeld, newcomers, reloadedAt, factOf },
    // Another status may be read by the same query.
    base: JSON.stringify([query, asked.filter.appointmentStatus, order, page, slot]),
    collection: listedFacts,
    rowsOf: listedVisits,
    read: async (signal) => {
      const { visits, reading, epoch } = await readVisits(
        api,
        { query, sort: order, page, slot, fits: (visit) => fitsSlot(asked, visit) },
        signal,
      )
      return { items: visits.map(factOf), cursor: null, epoch, seq: reading.asOf, tally: reading }
    },
  })
}

function reloadedAt(facts: readonly ListedFact[]): number {
  return facts.find(({ kind }) => kind === 'reload')?.version ?? 0
}
