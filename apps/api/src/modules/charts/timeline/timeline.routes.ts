import * as calls from '@foyer/contracts/patients/chart-calls.ts'
import { readHead } from '../../../events/append.ts'
import { notFound } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import { readClinic } from '../../organizations/organizations.ts'
import { findNumber } from '../../patients/patients.ts'
import { rangeOf } from '../range.rules.ts'
import { listTimeline, TIMELINE_CURSOR } from './timeline.store.ts'

/** The line of time of a patient. */
export function timelineRoutes(): Route[] {
  return [
    route(calls.patientTimeline, ({ params: { id: patientId }, query, organizationId, read }) => {
      const after = TIMELINE_CURSOR.read(query.cursor)
      return read(async (tx) => {
        const [{ seq, epoch }, { timezone }, patient] = await Promise.all([
          readHead(tx, organizationId),
          readClinic(tx, organizationId),
          findNumber(tx, organizationId, patientId),
        ])
        if (!patient) throw notFound()
        const { entries, end } = await listTimeline(tx, {
          ...{ organizationId, patientId, phoneNumber: patient.phoneNumber, after, limit: query.limit },
          ...{ ...rangeOf(query, timezone), kinds: query.kinds ?? calls.timelineKinds },
        })
        return { code: 'ok' as const, data: entries, asOf: seq, epoch, cursor: TIMELINE_CURSOR.write(end) }
      })
    }),
  ]
}
