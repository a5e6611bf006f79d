import type { Collection } from '../collection.rules.ts'
import type { KnownEvent } from '../events.ts'
import { endsImport } from '../imports/import-end.rules.ts'
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

/** Imports of providers and of appointments bring in doctors, without an event for each. */
export const bringsDoctors = (event: KnownEvent): boolean => endsImport(event, ['providers', 'appointments'])
