/** The calls that find patients. */
import { patientForCampaign, patientSearch } from '@foyer/contracts/patients/search-calls.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { readHead } from '../../events/append.ts'
import { offsetOfPage, refuseUnknownRow, startOf } from '../../http/paging.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { readClinic } from '../organizations/organizations.ts'
import { filterOfCampaign, filterOfSearch, isWhole } from './patient-list.rules.ts'
import { countPatients, findIds, listPatients, PATIENTS_CURSOR, TOTAL_MAX } from './patient-list.store.ts'

export function searchRoutes({ clock }: Pick<Services, 'clock'>): Route[] {
  return [
    route(patientSearch, ({ body: { page, limit, cursor, after: row, ...asked }, organizationId, read }) => {
      const after = startOf(PATIENTS_CURSOR, { organizationId, cursor, after: row })
      const offset = after === null ? offsetOfPage('page', page, limit) : 0
      const filter = filterOfSearch(asked)
      return read(
        async (tx) => {
          const [{ seq, epoch }, found] = await Promise.all([readHead(tx, organizationId), findIds(tx, filter)])
          const [{ patients, end }, total] = await Promise.all([
            listPatients(tx, { filter, after, offset, limit, now: clock.now() }, found),
            countPatients(tx, filter, found),
          ])
          if (patients.length === 0) await refuseUnknownRow(tx, 'patients', after)
          const data = { list: patients, total: Math.min(total, TOTAL_MAX), more: total > TOTAL_MAX }
          return { code: 'ok' as const, data, asOf: seq, epoch, cursor: PATIENTS_CURSOR.write(end) }
        },
        isWhole(filter) ? 'staff' : 'search',
      )
    }),

    route(patientForCampaign, ({ query: { page, limit, cursor, query: asked }, organizationId, read }) => {
      const after = PATIENTS_CURSOR.read(cursor)
      const offset = after === null ? offsetOfPage('page', page, limit) : 0
      return read(async (tx) => {
        const now = clock.now()
        // Years of age fit too many to begin with them, and the organization's day is not known yet.
        const ageless = filterOfCampaign({ ...asked, ageFrom: undefined, ageTo: undefined }, dayIn(now, 'UTC'))
        const [{ seq, epoch }, { timezone }, found] = await Promise.all([
          readHead(tx, organizationId),
          readClinic(tx, organizationId),
          findIds(tx, ageless),
        ])
        const filter = filterOfCampaign(asked, dayIn(now, timezone))
        const { patients, end } = await listPatients(tx, { filter, after, offset, limit, now }, found)
        return { code: 'ok' as const, data: patients, asOf: seq, epoch, cursor: PATIENTS_CURSOR.write(end) }
      }, 'search')
    }),
  ]
}
