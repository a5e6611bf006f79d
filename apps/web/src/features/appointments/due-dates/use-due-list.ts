import { dueDates } from '@foyer/contracts/appointments/collections.rules.ts'
import type { DueDate } from '@foyer/contracts/appointments/due-date.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import { pageOf } from '../../../live/live-collection.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { type LiveRows, useLiveCollection } from '../../../parts/use-live-collection.ts'
import { type DueFilter, statusOf } from './due-list.rules.ts'

/** [LIST-03] [OPEN-014] The due dates of the chosen patient, or those of the clinic, kept current. */
export function useDueList(organizationId: string, filter: DueFilter, today: string): LiveRows<DueDate, undefined> {
  const api = useApi()
  const { patientId, type, doctorId } = filter
  const status = statusOf(filter)
  const isOfClinic = patientId === ''
  // A due date does not name the doctor, so only the call can tell which ones a filter by doctor has.
  const isByDoctor = isOfClinic && doctorId !== ''
  const known = new Map<string, DueDate>()

  async function read(cursor: { cursor?: string }, signal: AbortSignal) {
    const asked = {
      ...{ organizationId, ...cursor },
      ...(status && { status }),
      ...(type !== '' && { appointmentType: type }),
      ...(isByDoctor && { doctorId }),
    }
    const page = pageOf<DueDate>(
      isOfClinic
        ? await api('dueDates', { query: asked, signal })
        : await api('dueDateList', { query: { organizationId, patientId }, signal }),
    )
    if (cursor.cursor === undefined) known.clear()
    for (const due of page.items) known.set(due._id, due)
    return page
  }

  return useLiveCollection<DueDate>({
    id: `due dates ${JSON.stringify([today, isOfClinic ? [status, type, doctorId] : patientId])}`,
    organizationId,
    collection: dueDates,
    belongs: ({ _id }) => !isByDoctor || known.has(_id),
    outdates: (event) => isOutdated(event, known, isByDoctor),
    read,
  })
}

function isOutdated(event: KnownEvent, known: ReadonlyMap<string, DueDate>, isByDoctor: boolean): boolean {
  if (event.type === 'appointments.reloaded' || event.type === 'patients.reloaded') return true
  if (event.type === 'due.changed') return isByDoctor && !known.has(event.data._id)
  // The patient's name and number are the patient's own.
  if (event.type !== 'patient.changed') return false
  const { _id, name, phoneNumber } = event.data
  return [...known.values()].some(
    (due) => due.patientId === _id && (due.patientName !== name || due.phoneNumber !== phoneNumber),
  )
}
