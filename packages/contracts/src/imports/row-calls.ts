/** The calls about the rows of an import. */
import { z } from 'zod'
import { call } from '../call.ts'
import * as field from '../fields.ts'
import { pageQuery } from '../paging.ts'
import { page, snapshot } from '../reply.ts'
import { importIdExample } from './import-calls.ts'
import { countsSchema, decisionSchema, importRowSchema, planCountsSchema } from './imports.ts'
import { issueGroups } from './issues.rules.ts'
import { CELL_MAX, IMPORT_COLUMNS_MAX, MENDED_MAX, ROW_NUMBER_MAX } from './limits.rules.ts'

const { organizationId, nothing } = field
const inImport = { organizationId, importId: field.id }

export const shownRows = [
  'all',
  'problems',
  'errors',
  'warnings',
  'create',
  'update',
  'unchanged',
  'skipped',
  'refused',
  'applied',
] as const
export type ShownRows = (typeof shownRows)[number]

export const importRows = call({
  method: 'GET',
  path: '/api/main/import/rows',
  access: 'member',
  says: 'Read the rows of a file',
  summary: 'The rows in the order of the file, with their issues and what the import does with them.',
  failure: 'Failed to fetch the rows',
  query: z.strictObject({
    ...inImport,
    show: z.enum(shownRows).default('all'),
    group: z.enum(issueGroups).optional(),
    ...pageQuery({ limit: 50, max: 100 }),
  }),
  body: nothing,
  reply: page(importRowSchema),
  example: { query: { ...importIdExample, show: 'problems', group: 'format' } },
})

const cells = z
  .record(z.string().regex(/^(0|[1-9]\d{0,2})$/), field.text(CELL_MAX))
  .refine((edits) => Object.keys(edits).every((index) => Number(index) < IMPORT_COLUMNS_MAX), 'Not a column')

export const mendImportRows = call({
  method: 'POST',
  path: '/api/main/import/mend',
  access: 'member',
  says: 'Mended rows of a file',
  summary: `Changes cells of at most ${MENDED_MAX} rows, skips rows, or decides which record a row means, and checks these rows again. In review and while rows are checked, else refused as \`conflict\`.`,
  failure: 'Failed to mend the rows',
  serverExplains: true,
  query: nothing,
  body: z.strictObject({
    ...inImport,
    rows: z
      .array(
        z.strictObject({
          row: z.int().positive().max(ROW_NUMBER_MAX),
          /** The new text by the index of the column. */
          cells: cells.optional(),
          skip: z.boolean().optional(),
          decision: decisionSchema.optional(),
        }),
      )
      .min(1)
      .max(MENDED_MAX)
      .refine((rows) => new Set(rows.map(({ row }) => row)).size === rows.length, 'Names a row twice'),
  }),
  reply: snapshot(z.object({ rows: z.array(importRowSchema), counts: countsSchema, plan: planCountsSchema })),
  example: { body: { ...importIdExample, rows: [{ row: 47, cells: { '2': '02/13/1962' } }] } },
})

export const refusedImportRows = call({
  method: 'GET',
  path: '/api/main/import/refused',
  access: 'member',
  says: 'Downloaded the rows that were not imported',
  summary:
    'The rows with errors and those that were skipped or refused, as they came, with a column that says why. While the file is read or checked, and once its rows are deleted, refused as `conflict`.',
  failure: 'Failed to fetch the rows',
  serverExplains: true,
  query: z.strictObject({ ...inImport, format: z.enum(['csv', 'xlsx']).default('xlsx') }),
  body: nothing,
  reply: z.undefined(),
  example: { query: { ...importIdExample, format: 'csv' } },
})
