import type { Collection } from '../collection.rules.ts'
import type { Doctor } from './doctors.ts'

/** Doctors by last name. */
export const doctors: Collection<Doctor> = {
  select: (event) => (event.type === 'doctor.changed' ? [event.data] : []),
  key: ({ _id }) => _id,
  order: (left, right) =>
    left.lastName.localeCompare(right.lastName) ||
    left.firstName.localeCompare(right.firstName) ||
    (left._id < right._id ? -1 : 1),
}
