import type { Collection } from '../collection.rules.ts'
import type { Fax } from './fax.ts'

/** The organization's faxes, the newest first. */
export const faxes: Collection<Fax> = {
  select: (event) => (event.type === 'fax.changed' ? [event.data] : []),
  key: ({ _id }) => _id,
  order: (left, right) => {
    if (left.createdAt !== right.createdAt) return left.createdAt > right.createdAt ? -1 : 1
    return left._id > right._id ? -1 : Number(left._id < right._id)
  },
}
