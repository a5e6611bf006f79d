/** The items of an organization that every screen may show, and how events change them. */
import type { Collection } from '../collection.rules.ts'
import type { Staff } from './staff-events.ts'

/** The staff by name. A member who left or is disabled stays, without a role: screens look up names here, and an older state could restore them. */
export const staff: Collection<Staff> = {
  select: (event) => (event.type === 'staff.changed' ? [event.data] : []),
  key: ({ _id }) => _id,
  order: (left, right) => left.name.localeCompare(right.name, 'en') || (left._id < right._id ? -1 : 1),
}
