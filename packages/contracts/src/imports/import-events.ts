import { event } from '../event.ts'
import { importExample, importProgressSchema } from './imports.ts'

/**
 * The state of an import changed, or its work went on: with each chunk of rows that automations hear of, and else at most once a
 * second while the state stays.
 */
export const importProgress = event({
  type: 'import.progress',
  data: importProgressSchema,
  key: ({ _id }) => _id,
  audience: () => 'organization',
  example: importProgressSchema.parse(importExample),
})
