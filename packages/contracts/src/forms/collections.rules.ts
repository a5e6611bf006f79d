import type { Collection } from '../collection.rules.ts'
import type { Form, FormSubmission } from './form.ts'

/** The organization's forms, the newest first. */
export const forms: Collection<Form> = {
  select: (event) => (event.type === 'form.saved' ? [event.data] : []),
  key: ({ _id }) => _id,
  order: (left, right) => {
    if (left.createdAt !== right.createdAt) return left.createdAt > right.createdAt ? -1 : 1
    return left._id > right._id ? -1 : Number(left._id < right._id)
  },
}

/** The organization's submissions, the newest first. */
export const formSubmissions: Collection<FormSubmission> = {
  select: (event) => (event.type === 'form.submitted' || event.type === 'form.changed' ? [event.data] : []),
  key: ({ _id }) => _id,
  order: (left, right) => {
    if (left.submittedAt !== right.submittedAt) return left.submittedAt > right.submittedAt ? -1 : 1
    return left._id > right._id ? -1 : Number(left._id < right._id)
  },
}
