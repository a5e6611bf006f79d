/** The event that tells of a change of a fax. */
import { event } from '../event.ts'
import { faxExample, faxSchema } from './fax.ts'

/** A fax is new, or its state or its name has changed. */
export const faxChanged = event({
  type: 'fax.changed',
  data: faxSchema,
  key: ({ _id }) => _id,
  audience: () => 'organization',
  example: faxExample,
})
