import * as calls from '@foyer/contracts/doctors/doctor-calls.ts'
import { doctors } from '@foyer/contracts/doctors/doctors.ts'
import { readHead } from '../../events/append.ts'
import { refuseUnknownRow, startOf } from '../../http/paging.ts'
import { notFound, notValid, Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { namedDoctors } from './archive-file.ts'
import { changeDoctors } from './doctor-change.ts'
import { isSame, stateOf, withAsked } from './doctor-state.rules.ts'
import { doctorsOfStep, takenBack } from './doctor-undo.rules.ts'
import { addUndo, findDepartment, isNpiTaken, takeUndo } from './doctor-writes.store.ts'
import {
  archivedSince,
  DOCTORS_CURSOR,
  idsOfNamed,
  listDepartments,
  listDoctors,
  lockDoctors,
  readProfile,
} from './doctors.store.ts'
import { undoableSince } from './retention.ts'

export function doctorRoutes({ clock, newId, reader }: Pick<Services, 'clock' | 'newId' | 'reader'>): Route[] {
  return [
    route(doctors, ({ query, organizationId, read }) => {
      const { search = '', departmentId, archived, limit, cursor } = query
      const after = startOf(DOCTORS_CURSOR, { organizationId, cursor, after: query.after })
      const asked = { organizationId, search, departmentId, archived: archived === 'true', after, limit }
      return read(async (tx) => {
        const [{ seq, epoch }, found] = await Promise.all([
          readHead(tx, organizationId),
          listDoctors(tx, { ...asked, now: clock.now() }),
        ])
        if (found.doctors.length === 0) await refuseUnknownRow(tx, 'doctors', after)
        return { code: 'ok' as const, data: found.doctors, asOf: seq, epoch, cursor: DOCTORS_CURSOR.write(found.end) }
      })
    }),

    route(calls.doctor, ({ query: { doctorId }, organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, data] = await Promise.all([
          readHead(tx, organizationId),
          readProfile(tx, organizationId, doctorId, clock.now()),
        ])
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),

    route(calls.departments, ({ organizationId, read }) =>
      read(async (tx) => ({ code: 'ok' as const, data: await listDepartments(tx, organizationId) })),
    ),

    route(calls.updateDoctor, ({ body, organizationId, write }) =>
      write(async (tx) => {
        const { organizationId: _, doctorId, version, ...asked } = body
        const { npi = null, departmentId = null } = asked
        const at = clock.now()
        // Sent together; the store takes the locks in this order.
        const [[found], isTaken, departmentName] = await Promise.all([
          lockDoctors(tx, { organizationId, ids: [doctorId], now: at }),
          isNpiTaken(tx, { organizationId, npi, except: doctorId }),
          departmentId === null ? null : findDepartment(tx, organizationId, departmentId),
        ])
        if (!found) throw notFound()
        if (departmentName === undefined) throw notValid('departmentId', 'There is no such department')
        const before = stateOf(found)
        const after = withAsked(before, asked, departmentName)
        const saved = isSame(before, after) ? [] : [after]
        if (saved.length > 0 && found.version !== version)
          throw new Refusal('stale', 'Someone changed this doctor meanwhile.', { data: found })
        if (isTaken) throw notValid('npi', 'Another doctor has this NPI')
        const isRenamed = after.name !== before.name
        const { doctors, seq, epoch } = await changeDoctors(tx, { organizationId, at, isRenamed }, saved)
        return { code: 'ok' as const, data: doctors[0] ?? found, asOf: seq, epoch }
      }),
    ),

    route(calls.archiveDoctors, async ({ body, files, caller, organizationId, write }) => {
      const named = await namedDoctors(reader, body.doctorIds, files)
      return write(async (tx) => {
        const at = clock.now()
        const { ids, unknown } = await idsOfNamed(tx, organizationId, named)
        const found = await lockDoctors(tx, { organizationId, ids, now: at })
        const byId = new Map(found.map((doctor) => [doctor._id, doctor]))
        const toArchive = found.filter(({ archived }) => !archived).map((one) => ({ ...stateOf(one), archived: true }))
        const skipped = [...unknown, ...ids]
          .filter((doctorId) => byId.get(doctorId)?.archived !== false)
          .map((doctorId) => ({
            doctorId,
            reason: byId.has(doctorId) ? ('unchanged' as const) : ('not_found' as const),
          }))
        const undoId = toArchive.length > 0 ? newId() : null
        const step = { kind: 'archived', doctorIds: toArchive.map(({ _id }) => _id) } as const
        if (undoId !== null) addUndo(tx, { organizationId, id: undoId, userId: caller.userId }, { at, step })
        const { seq, epoch } = await changeDoctors(tx, { organizationId, at }, toArchive)
        return { code: 'ok' as const, data: { archived: toArchive.length, skipped, undoId }, asOf: seq, epoch }
      })
    }),

    route(calls.undoDoctors, ({ body: { undoId: id }, caller, organizationId, write }) =>
      write(async (tx) => {
        const at = clock.now()
        const taken = await takeUndo(tx, { organizationId, id, userId: caller.userId }, undoableSince(at))
        if (!taken) throw notFound()
        const ids = doctorsOfStep(taken.step)
        // Sent together; the store takes the locks first.
        const [found, since] = await Promise.all([
          lockDoctors(tx, { organizationId, ids, now: at }),
          archivedSince(tx, { organizationId, ids }),
        ])
        const back = found.flatMap((doctor) => takenBack(stateOf(doctor), since.get(doctor._id) ?? null, taken) ?? [])
        const restored = new Set(back.map(({ _id }) => _id))
        const skipped = ids
          .filter((doctorId) => !restored.has(doctorId))
          .map((doctorId) => ({ doctorId, reason: 'changed_since' as const }))
        const { doctors, seq, epoch } = await changeDoctors(tx, { organizationId, at }, back)
        return { code: 'ok' as const, data: { restored: [...doctors], skipped }, asOf: seq, epoch }
      }),
    ),
  ]
}
