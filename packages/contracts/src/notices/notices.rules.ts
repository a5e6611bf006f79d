/** The rules of notices, for the API and the browser. */
import type { Collection } from '../collection.rules.ts'
import type { Notice } from './notices.ts'

/** The caller's notices, newest first. */
export const notices: Collection<Notice> = {
  select: (event) => (event.type === 'notice.added' || event.type === 'notice.changed' ? [event.data] : []),
  key: ({ _id }) => _id,
  order: (left, right) => {
    if (left.at !== right.at) return left.at < right.at ? 1 : -1
    return Number(right._id) - Number(left._id)
  },
}
