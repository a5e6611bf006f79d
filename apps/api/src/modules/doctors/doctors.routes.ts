import { doctors } from '@foyer/contracts/doctors/doctors.ts'
import { readHead } from '../../events/append.ts'
import { type Route, route } from '../../http/route.ts'
import { DOCTORS_CURSOR, listDoctors } from './doctors.store.ts'

export function doctorRoutes(): Route[] {
  return [
    route(doctors, ({ query, organizationId, read }) => {
      const { search = '', archived, limit } = query
      const after = DOCTORS_CURSOR.read(query.cursor)
      return read(async (tx) => {
        const [{ seq, epoch }, found] = await Promise.all([
          readHead(tx, organizationId),
          listDoctors(tx, { organizationId, search, archived: archived === 'true', after, limit }),
        ])
        return { code: 'ok' as const, data: found.doctors, asOf: seq, epoch, cursor: DOCTORS_CURSOR.write(found.end) }
      })
    }),
  ]
}
