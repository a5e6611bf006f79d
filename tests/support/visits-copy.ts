/** A full copy of an organization's visits, patients and due dates, as all screens together hold it. */
import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { dueDates } from '@foyer/contracts/appointments/collections.rules.ts'
import { isListed } from '@foyer/contracts/appointments/due.rules.ts'
import type { DueDate } from '@foyer/contracts/appointments/due-date.ts'
import { factOf, listedFacts, listedVisits } from '@foyer/contracts/appointments/listed.rules.ts'
import { applyEvents, mergeStates } from '@foyer/contracts/collection.rules.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import { patientRecords } from '@foyer/contracts/patients/collections.rules.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import type { InboxCopy } from './inbox-copy.ts'

type ById<Item> = ReadonlyMap<string, Item>

export interface VisitsCopy {
  readonly visits: ById<Appointment>
  readonly patients: ById<PatientRecord>
  /** Those that are not done and due within the days that lists show. */
  readonly dueDates: ById<DueDate>
}

export const byId = <Item extends { readonly _id: string }>(items: readonly Item[]): ById<Item> =>
  new Map(items.map((item) => [item._id, item]))

export function applyToVisits(copy: VisitsCopy, events: readonly KnownEvent[], today: string): VisitsCopy {
  const known = mergeStates(listedFacts, new Map(), [...copy.visits.values()].map(factOf))
  const facts = applyEvents(listedFacts, known, events)
  const patients = applyEvents(patientRecords, copy.patients, events)
  const due = [...applyEvents(dueDates, copy.dueDates, events).values()]
  return {
    // A fact is newer than the copy, or older than the visit that it belongs to.
    visits: byId(listedVisits([...facts.values()], 0)),
    patients,
    dueDates: byId(
      due
        .filter(({ doneAt, dueDate }) => doneAt === null && isListed(dueDate, today))
        // Lists show the patient by the record.
        .map((one) => ({ ...one, ...patientOf(one, patients) })),
    ),
  }
}

function patientOf({ patientId, patientName, phoneNumber }: DueDate, patients: ById<PatientRecord>) {
  const patient = patients.get(patientId)
  return patient ? { patientName: patient.name, phoneNumber: patient.phoneNumber } : { patientName, phoneNumber }
}

/** The copy of a screen that reads again the days, or what it shows of patients, of which an event says only that they changed. */
export function readAgain<Copy extends VisitsCopy & Pick<InboxCopy, 'conversations'>>(
  copy: Copy,
  events: readonly KnownEvent[],
  fresh: Copy,
): Copy {
  const days = events.flatMap((event) => (event.type === 'appointments.reloaded' ? [event.data] : []))
  const isRead = ({ appointmentDate: day }: Appointment) => days.some(({ from, to }) => from <= day && day <= to)
  const kept = [...copy.visits.values()].filter((visit) => !isRead(visit))
  const visits = byId([...kept, ...[...fresh.visits.values()].filter(isRead)])
  // Visits show names and numbers of patients, so they are read again with these.
  const { patients, dueDates, conversations, visits: shown } = fresh
  const ofPatients = events.some(({ type }) => type === 'patients.reloaded')
    ? { patients, dueDates, conversations, visits: shown }
    : {}
  return { ...copy, visits, ...ofPatients }
}
