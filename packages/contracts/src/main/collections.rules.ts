/** The things of an organization that every screen may show, and how its events change them. */
import type { Collection } from '../collection.rules.ts'
import type { Staff } from './staff-events.ts'

/** The staff by name. One who left stays without a role: names are looked up here, and an older state could bring them back. */
export const staff: Collection<Staff> = {
  select: (event) => (event.type === 'staff.changed' ? [event.data] : []),
  key: ({ _id }) => _id,
  order: (left, right) => left.name.localeCompare(right.name, 'en') || (left._id < right._id ? -1 : 1),
}
