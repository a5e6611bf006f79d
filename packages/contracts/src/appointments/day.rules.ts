/** The appointments of a day as marks, kept current by the appointments' own events. */
import type { Collection } from '../collection.rules.ts'
import type { Appointment } from './appointment.ts'
import type { DayMark } from './change-calls.ts'
import { standingOf } from './status.rules.ts'

/** A mark with its day, because an appointment may move to another one. */
export type DatedMark = DayMark & { readonly date: string }

export const dayMarks: Collection<DatedMark> = {
  select: (event) => (event.type === 'appointment.changed' ? [markOf(event.data)] : []),
  key: ({ _id }) => _id,
  order: (left, right) => compare(left.startTime, right.startTime) || compare(left._id, right._id),
}

export function markOf(appointment: Appointment): DatedMark {
  const { _id, appointmentDate: date, startTime, doctorId, version } = appointment
  return { _id, date, startTime, standing: standingOf(appointment), doctorId, version }
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right)
}
