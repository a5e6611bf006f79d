/** The call of the specification that turns a spreadsheet into rows and keeps nothing. [OPEN-079] */
import { z } from 'zod'
import { call } from '../call.ts'
import { FILE_BYTES_MAX } from '../defaults.ts'
import * as field from '../fields.ts'
import { ok } from '../reply.ts'
import { IMPORT_ROWS_MAX } from './limits.rules.ts'

/** The rows that one answer holds. */
export const READ_ROWS_MAX = 5000

/** Days are `YYYY-MM-DD`, an empty cell is null. */
export type ReadValue = string | number | boolean | null

/** A row by the names of its columns. It is not parsed as a record, because that would lose a column named `__proto__`. */
const row = z.unknown() as z.ZodType<Readonly<Record<string, ReadValue>>>

export const readExcel = call({
  method: 'POST',
  path: '/api/campaign/common/read-excel',
  access: 'member',
  organization: 'header',
  says: 'Read a spreadsheet',
  summary: `The rows of a spreadsheet (csv, tsv, xlsx, xls) as objects by header: text, numbers, booleans, days as YYYY-MM-DD, null for an empty cell. A header that comes twice gets " (2)", an empty one is "Column C". Nothing is kept; at most ${READ_ROWS_MAX} rows. [CALL-CAMPAIGN-05]`,
  files: { part: 'file', most: 1, bytes: FILE_BYTES_MAX },
  query: field.nothing,
  body: z.strictObject({
    organizationId: field.organizationId.optional(),
    /** The sheet's name; absent: the first visible one with rows. */
    sheet: field.text(200).optional(),
    /** The number that a spreadsheet program shows for the row of the header; absent: it is found. */
    headerRow: field.wholeNumber(1, IMPORT_ROWS_MAX * 10).optional(),
  }),
  reply: ok(z.array(row)),
  example: { body: {} },
})
