import type { Collection } from '../collection.rules.ts'
import type { Team } from './teams.ts'

/** The teams by name. A removed team stays, marked: an older state could restore it. */
export const teams: Collection<Team> = {
  select: (event) => (event.type === 'team.changed' ? [event.data] : []),
  key: ({ _id }) => _id,
  order: (left, right) => left.name.localeCompare(right.name, 'en') || (left._id < right._id ? -1 : 1),
}
