/** The calls that read imports and take them from step to step. Another clinic's import is `not_found`. */
import { z } from 'zod'
import { call } from '../call.ts'
import { inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { pageQuery } from '../paging.ts'
import { page, snapshot } from '../reply.ts'
import { matchWays } from './field.rules.ts'
import { dateOrders, importExample, importSchema } from './imports.ts'
import { importKinds } from './kinds.rules.ts'
import { CELL_MAX, IMPORT_COLUMNS_MAX, MAPPED_VALUES_MAX } from './limits.rules.ts'

const { organizationId, nothing } = field
const A = '/api/main/import'
const count = z.int().nonnegative()
const inImport = { organizationId, importId: field.id }
export const importIdExample = { ...inClinic, importId: importExample._id }
/** Imports in states that a step leaves: to read anew, to start, to stop, to resume, to discard and to map. */
export const importIdExamples = [41, 42, 43, 44, 45, 46].map((last) => `0199f0aa-3c00-7000-8000-0000000001${last}`)
const [toRead, toStart, toStop, toResume, toDiscard, toMap] = importIdExamples.map((importId) => ({
  ...inClinic,
  importId,
}))

const NOT_FETCHED = 'Failed to fetch the imports'

export const imports = call({
  method: 'GET',
  path: '/api/main/imports',
  access: 'member',
  says: 'Looked up the imports',
  summary: 'The imports of the organization, newest first; with a kind those of the kind alone.',
  failure: NOT_FETCHED,
  query: z.strictObject({
    organizationId,
    kind: z.enum(importKinds).optional(),
    ...pageQuery({ limit: 20, max: 100 }),
  }),
  body: nothing,
  reply: page(importSchema),
  example: { query: { ...inClinic, kind: 'demographics' } },
})

export const importOne = call({
  method: 'GET',
  path: A,
  access: 'member',
  says: 'Opened an import',
  summary: 'One import.',
  failure: 'Failed to fetch the import',
  query: z.strictObject(inImport),
  body: nothing,
  reply: snapshot(importSchema),
  example: { query: importIdExample },
})

export const importTemplate = call({
  method: 'GET',
  path: `${A}/template`,
  access: 'member',
  says: 'Downloaded a template for uploads',
  summary: 'An .xlsx with the header of a kind and a made-up row.',
  failure: 'Failed to fetch the template',
  query: z.strictObject({ organizationId, kind: z.enum(importKinds) }),
  body: nothing,
  reply: z.undefined(),
  example: { query: { ...inClinic, kind: 'demographics' } },
})

export const delimiters = [',', ';', '\t', '|'] as const
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const

export const readImportAs = call({
  method: 'POST',
  path: `${A}/read-as`,
  access: 'member',
  says: 'Had a file read in another way',
  summary:
    'Reads the file again: another sheet, header row, encoding or delimiter. In review and while rows are checked, else refused as `conflict`.',
  failure: 'Failed to read the file again',
  serverExplains: true,
  query: nothing,
  body: z.strictObject({
    ...inImport,
    sheet: field.text(200).min(1).optional(),
    headerRow: z.int().min(1).max(1_048_576).optional(),
    encoding: z.enum(encodings).optional(),
    delimiter: z.enum(delimiters).optional(),
  }),
  reply: snapshot(importSchema),
  example: { body: { ...importIdExample, ...toRead, headerRow: 2 } },
})

/** A cell of a file may have control characters, but no NUL and no half of a character. */
const cell = z
  .string()
  .max(CELL_MAX)
  .refine((text) => !text.includes('\u0000') && text.isWellFormed(), 'No cell has such characters')

const chosenColumn = z.strictObject({
  index: count.max(IMPORT_COLUMNS_MAX - 1),
  field: field.text(40).min(1).nullable(),
  dateOrder: z.enum(dateOrders).optional(),
  values: z
    .record(cell, field.text(200))
    .refine((values) => Object.keys(values).length <= MAPPED_VALUES_MAX, `At most ${MAPPED_VALUES_MAX} values`)
    .optional(),
  erase: z.boolean().optional(),
})

export const mapImport = call({
  method: 'POST',
  path: `${A}/map`,
  access: 'member',
  says: 'Matched the columns of a file',
  summary:
    'Changes the given columns and checks all rows anew. In review and while rows are checked, else refused as `conflict`.',
  failure: 'Failed to match the columns',
  serverExplains: true,
  query: nothing,
  body: z
    .strictObject({
      ...inImport,
      columns: z.array(chosenColumn).max(IMPORT_COLUMNS_MAX),
      matchBy: z.enum(matchWays).optional(),
      /** The next file with such headers is matched in the same way. */
      remember: z.boolean(),
    })
    .refine(({ columns }) => new Set(columns.map(({ index }) => index)).size === columns.length, {
      path: ['columns'],
      error: 'Names a column twice',
    }),
  reply: snapshot(importSchema),
  example: { body: { ...importIdExample, ...toMap, columns: [{ index: 3, field: 'insuranceType' }], remember: true } },
})

export const startImport = call({
  method: 'POST',
  path: `${A}/start`,
  access: 'member',
  says: 'Started an import',
  summary:
    'Imports the ready rows. If the counts are no longer those of `expect`, it imports nothing and is refused as `stale`, with the import as it is. In review, else `conflict`.',
  failure: 'Failed to start the import',
  serverExplains: true,
  idempotent: true,
  query: nothing,
  body: z.strictObject({
    ...inImport,
    expect: z.strictObject({ ready: count, skipped: count, errors: count }),
  }),
  reply: snapshot(importSchema),
  example: { body: { ...importIdExample, ...toStart, expect: { ready: 1832, skipped: 0, errors: 14 } } },
})

export const stopImport = call({
  method: 'POST',
  path: `${A}/stop`,
  access: 'member',
  says: 'Stopped an import',
  summary: 'Stops an import that runs or waits; the rows that are in stay in.',
  failure: 'Failed to stop the import',
  serverExplains: true,
  query: nothing,
  body: z.strictObject(inImport),
  reply: snapshot(importSchema),
  example: { body: { ...importIdExample, ...toStop } },
})

export const resumeImport = call({
  method: 'POST',
  path: `${A}/resume`,
  access: 'member',
  says: 'Resumed an import',
  summary: 'Goes on with a stopped import at its first row that has no outcome.',
  failure: 'Failed to resume the import',
  serverExplains: true,
  query: nothing,
  body: z.strictObject(inImport),
  reply: snapshot(importSchema),
  example: { body: { ...importIdExample, ...toResume } },
})

export const discardImport = call({
  method: 'POST',
  path: `${A}/discard`,
  access: 'member',
  says: 'Discarded a file',
  summary: 'Removes the file and its rows. In review and while rows are checked, else refused as `conflict`.',
  failure: 'Failed to discard the file',
  serverExplains: true,
  query: nothing,
  body: z.strictObject(inImport),
  reply: snapshot(importSchema),
  example: { body: { ...importIdExample, ...toDiscard } },
})
