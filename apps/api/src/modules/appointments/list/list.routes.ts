import { appointmentList } from '@foyer/contracts/appointments/list-calls.ts'
import type { AppointmentSort } from '@foyer/contracts/appointments/status.rules.ts'
import { text } from '@foyer/contracts/fields.ts'
import { z } from 'zod'
import { readHead } from '../../../events/append.ts'
import { type Cursor, createCursor, OFFSET_MAX, offsetOfPage } from '../../../http/paging.ts'
import { type Route, route } from '../../../http/route.ts'
import { readClinic } from '../../organizations/organizations.ts'
import { countAppointments, findPatients, listAppointments } from './appointment-list.store.ts'
import { filterOf, isLight, type ListOrder, orderOf, type Place } from './list.rules.ts'
import { listServices } from './services.store.ts'

export const listRoutes: readonly Route[] = [
  route(appointmentList, ({ query: asked, caller, organizationId, read }) => {
    const { limit, pageNo, query } = asked
    const order = orderOf(asked.sort as AppointmentSort | undefined, query.appointmentStatus)
    const cursor = cursorOf(order)
    const after = cursor.read(asked.cursor)
    const offset = after === null ? offsetOfPage('pageNo', pageNo, limit) : 0
    return read(
      async (tx) => {
        const { timezone: zone } = await readClinic(tx, organizationId)
        const filter = filterOf(query, { organizationId, zone })
        const found = await findPatients(tx, filter)
        const [{ seq, epoch }, { list, end }, total, teleMedicineServices] = await Promise.all([
          readHead(tx, organizationId),
          listAppointments(tx, { filter, order, after, offset, limit }, found),
          countAppointments(tx, filter, order, found),
          listServices(tx, organizationId),
        ])
        const data = { list, teleMedicineServices, ...total }
        return { code: 'ok' as const, data, asOf: seq, epoch, cursor: cursor.write(end) }
      },
      isLight(order, query) ? 'staff' : { lane: 'search', person: caller.userId },
    )
  }),
]

const KEY = z.codec(z.tuple([z.boolean(), z.int(), text(100)]), z.custom<Place>(), {
  decode: ([isUndated, atMicros, id]) => ({ kind: 'key' as const, isUndated, atMicros, id }),
  encode: (place): [boolean, number, string] =>
    place.kind === 'key' ? [place.isUndated, place.atMicros, place.id] : [false, 0, ''],
})
const OFFSET = z.codec(z.tuple([z.int().min(0).max(OFFSET_MAX)]), z.custom<Place>(), {
  decode: ([offset]) => ({ kind: 'offset' as const, offset }),
  encode: (place): [number] => [place.kind === 'offset' ? place.offset : 0],
})

/** A cursor of one order is not valid in another. */
function cursorOf({ field, direction, walked }: ListOrder): Cursor<Place> {
  return createCursor(`appointments ${field} ${direction}`, walked === null ? OFFSET : KEY)
}
