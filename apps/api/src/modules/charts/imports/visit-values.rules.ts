/** A visit's fields as imports name them, and as the record stores them. */
import type { AppointmentStatus } from '@foyer/contracts/appointments/status.rules.ts'
import { fieldOf } from '@foyer/contracts/imports/kinds.rules.ts'
import { instantAt, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { FoundVisit, VisitToWrite, WantedVisit } from '../../appointments/appointments.ts'
import { timesAfter } from '../../appointments/imported/visit-times.rules.ts'
import { type DoctorName, doctorNamed, type NamedDoctor } from '../../doctors/named-doctors.rules.ts'
import type { RecordChange, StoredRecord, Values, WantedRow } from '../../import-target.ts'

const DOCTOR = ['doctorNpi', 'providerName']

/** The row as one about its patient, in the fields of demographics. Without an MRN it doesn't say whose details it has. */
export function ofPatient({ row, values, decision }: WantedRow): WantedRow {
  const { patientMrn: mrn } = values
  if (typeof mrn !== 'string') return { row, decision, values: {} }
  const personal = Object.entries(values).filter(([name]) => fieldOf('appointments', name)?.of === 'patient')
  return { row, decision, values: { mrn, ...Object.fromEntries(personal) } }
}

/** The visit of a row whose patient a person chose is that patient's, also if its MRN is new to them. */
export function wantedVisit({ values, decision }: WantedRow, zone: string): WantedVisit {
  const { appointmentId, patientMrn: mrn, appointmentDate: day, startTime: time } = values
  const patientId = decision === null || decision === 'new' ? null : decision.same
  const isTimed = isText(mrn) && isText(day) && isText(time)
  return {
    externalId: isText(appointmentId) ? appointmentId : null,
    at: isTimed ? { mrn, patientId, startsAt: instantAt({ day, time }, zone) } : null,
  }
}

/** The doctor whom a row names. One of whom only the NPI is said has it as a name until more is known. */
export function doctorOf({ doctorNpi, providerName }: Values): DoctorName | null {
  const npi = isText(doctorNpi) ? doctorNpi : null
  if (isText(providerName)) return { npi, name: providerName }
  return npi === null ? null : { npi, name: `NPI ${npi}` }
}

/** Whether the visit of the row gets a doctor. */
export function changesDoctor({ changes }: RecordChange): boolean {
  return changes.some(({ field }) => DOCTOR.includes(field))
}

interface About {
  readonly zone: string
  /** The doctor of the visit. */
  readonly doctor: NamedDoctor | undefined
}

/**
 * The stored side of a row. Words that fit the visit's doctor mean that doctor, whomever else of the clinic they fit: a row doesn't
 * change because an earlier one brings a namesake.
 */
export function storedVisit(visit: FoundVisit, row: Values, { zone, doctor }: About): StoredRecord {
  const [starts, ends] = [wallTime(visit.startsAt, zone), wallTime(visit.endsAt, zone)]
  const name = doctorOf(row)
  const isSame = doctor !== undefined && name !== null && doctorNamed([doctor], name) !== undefined
  return {
    recordId: visit.id,
    name: visit.patientName,
    patient: { recordId: visit.patientId, name: visit.patientName },
    times: { startsAt: visit.startsAt, endsAt: visit.endsAt },
    values: {
      ...{ appointmentId: visit.externalId, patientMrn: visit.mrn, appointmentDate: starts.day },
      ...{ startTime: starts.time, endTime: ends.time, appointmentStatus: visit.status },
      ...{ appointmentType: visit.type, location: visit.location },
      doctorNpi: (isSame ? row.doctorNpi : undefined) ?? doctor?.npi ?? null,
      providerName: (isSame ? row.providerName : undefined) ?? doctor?.name ?? null,
    },
  }
}

interface Written {
  readonly id: string
  readonly patientId: string
  readonly zone: string
  /** The visit as it is found; undefined for a new one. */
  readonly before: FoundVisit | undefined
  /** Undefined if the visit keeps its doctor. */
  readonly doctorId: string | undefined
}

const TIMES = ['appointmentDate', 'startTime', 'endTime']

/** The fields to save of a visit that its row changes. */
export function visitToWrite(
  { isNew, changes }: RecordChange,
  values: Values,
  { id, patientId, zone, before, doctorId }: Written,
): VisitToWrite {
  const isChanged = (names: readonly string[]) => changes.some(({ field }) => names.includes(field))
  const { appointmentId, appointmentType: type, appointmentStatus: status, location } = values
  const asked: VisitToWrite = {
    ...{ id, patientId, isNew },
    ...(isChanged(TIMES) ? timesAfter(values, before, zone) : {}),
    ...(doctorId === undefined ? {} : { doctorId }),
    ...(isText(type) && isChanged(['appointmentType']) ? { type } : {}),
    ...(isText(location) && isChanged(['location']) ? { location } : {}),
    externalId: isText(appointmentId) && isChanged(['appointmentId']) ? appointmentId : undefined,
  }
  // A moved visit keeps the status that its row names.
  const saysStatus = isText(status) && isChanged(['appointmentStatus', ...TIMES, ...DOCTOR])
  return saysStatus ? { ...asked, status: status as AppointmentStatus } : asked
}

/** The keys by which rows of a file, and two imports at once, mean one visit. */
export function visitKeys({ appointmentId, patientMrn, appointmentDate, startTime }: Values): readonly string[] {
  const ofId = isText(appointmentId) ? [JSON.stringify(['visit', appointmentId.toLowerCase()])] : []
  const isTimed = isText(patientMrn) && isText(appointmentDate) && isText(startTime)
  return isTimed ? [...ofId, JSON.stringify(['visit', patientMrn.toLowerCase(), appointmentDate, startTime])] : ofId
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
