import { once } from 'node:events'
import { exportAppointments } from '@foyer/contracts/appointments/change-calls.ts'
import type { AppointmentSort } from '@foyer/contracts/appointments/status.rules.ts'
import type { Response } from 'express'
import { type Route, route } from '../../../http/route.ts'
import { readClinic } from '../../organizations/organizations.ts'
import { csvHead, csvLines, linesOf } from './appointment-csv.ts'
import { findPatients, listAppointments, SORTED_MAX } from './appointment-list.store.ts'
import { filterOf, orderOf, type Place } from './list.rules.ts'

/** Each page is a short transaction of its own, so that a slow download holds no connection. */
const PAGE = 500
const ROWS_MAX = 50_000

export const exportRoutes: readonly Route[] = [
  route(exportAppointments, async ({ query: { sort, query }, organizationId, read, res }) => {
    const order = orderOf(sort as AppointmentSort | undefined, query.appointmentStatus)
    const pageAfter = (after: Place | null) =>
      read(async (tx) => {
        const { timezone: zone } = await readClinic(tx, organizationId)
        const filter = filterOf(query, { organizationId, zone })
        const found = await findPatients(tx, filter)
        return listAppointments(tx, { filter, order, after, offset: 0, limit: PAGE }, found)
      }, 'search')
    // The first page is read before the answer begins, so that a refusal still has its status.
    let { list, end } = await pageAfter(null)
    res.setHeader('Content-Type', 'text/csv; charset=utf-8')
    res.setHeader('Content-Disposition', 'attachment; filename="visits.csv"')
    res.setHeader('Cache-Control', 'private, no-store')
    res.write(csvHead)
    const most = order.walked === null ? SORTED_MAX : ROWS_MAX
    for (let written = 0; ; ) {
      await put(res, csvLines(list))
      written += list.length
      if (res.destroyed) break
      if (written >= most) {
        if (end !== null || order.walked === null)
          res.write(linesOf([['There may be more visits. Choose fewer days to export them.']]))
        break
      }
      if (end === null) break
      ;({ list, end } = await pageAfter(end))
    }
    res.end()
    return undefined
  }),
]

/** Waits while the browser reads more slowly than the store. */
async function put(res: Response, text: string): Promise<void> {
  if (res.write(text) || res.destroyed) return
  await Promise.race([once(res, 'drain'), once(res, 'close')])
}
