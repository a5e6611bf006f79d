/** The live lists of appointments and due dates. */
import type { Collection } from '../collection.rules.ts'
import type { Appointment } from './appointment.ts'
import type { DueDate } from './due-date.ts'

/** Appointments by their start. */
export const appointments: Collection<Appointment> = {
  select: (event) => (event.type === 'appointment.changed' ? [event.data] : []),
  key: ({ _id }) => _id,
  order: (left, right) => compare(left.startsAt, right.startsAt) || compare(left._id, right._id),
}

export const dueDates: Collection<DueDate> = {
  select: (event) => (event.type === 'due.changed' ? [event.data] : []),
  key: ({ _id }) => _id,
  order: (left, right) => compare(left.dueDate, right.dueDate) || compare(left._id, right._id),
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right)
}
