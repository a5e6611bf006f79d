/** An import and its rows, as calls and events carry them. */
import { z } from 'zod'
import { inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { matchWays } from './field.rules.ts'
import { importStates, rowStates } from './import-states.rules.ts'
import { type IssueCode, issueCodes, issueGroups, issueLevels } from './issues.rules.ts'
import { importKinds } from './kinds.rules.ts'

const count = z.int().nonnegative()

/** How the field of a column was found. `check`: the match is a guess, which a person confirms. */
const columnWays = ['matched', 'remembered', 'check', 'left_out'] as const
export const dateOrders = ['monthFirst', 'dayFirst'] as const
export type DateOrder = (typeof dateOrders)[number]

export const columnSchema = z.object({
  /** Counts from 0. */
  index: count,
  header: z.string(),
  field: z.string().nullable(),
  how: z.enum(columnWays),
  /** The cells of the first rows, in their order; one may be empty. */
  sample: z.array(z.string()).max(3),
  /** Only for days that are written with digits alone; null while the cells contradict one another and a person has to choose. */
  dateOrder: z.enum(dateOrders).nullable().optional(),
  /** No cell tells the order, so month first is assumed. */
  dateOrderAssumed: z.literal(true).optional(),
  /** The meaning of a cell, by the cell. */
  values: z.record(z.string(), z.string()).optional(),
  /** Empty cells erase what is stored. */
  erase: z.boolean(),
})
export type ImportColumn = z.infer<typeof columnSchema>

export const countsSchema = z.object({ total: count, ready: count, errors: count, warnings: count, skipped: count })
export const planCountsSchema = z.object({ create: count, update: count, unchanged: count })

export const importSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  kind: z.enum(importKinds),
  state: z.enum(importStates),
  fileName: z.string(),
  size: count,
  /** The sheets of a workbook; empty for a text file. */
  sheets: z.array(z.object({ name: z.string(), rows: count, hidden: z.boolean() })),
  sheet: z.string().nullable(),
  /** The number of the row as a spreadsheet program shows it. */
  headerRow: z.int().positive().nullable(),
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  columns: z.array(columnSchema),
  /** The fields that a column must give before the import can start. */
  blockedBy: z.array(z.string()),
  matchBy: z.enum(matchWays),
  /** The rows that are checked so far: total = ready + errors + skipped. */
  counts: countsSchema,
  /** ready = create + update + unchanged */
  plan: planCountsSchema,
  outcome: z.object({ created: count, updated: count, unchanged: count, refused: count }),
  /** How far the work of the present state is; `of` is null while it is not known. */
  progress: z.object({ done: count, of: count.nullable() }).nullable(),
  undo: z.object({ restored: count, removed: count, kept: count }).nullable(),
  /** An earlier import of the same bytes. */
  sameFileAs: z.string().nullable(),
  createdBy: z.string(),
  createdByName: z.string(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  undoableUntil: z.string().nullable(),
  /** Why the file can't be read, as a sentence. */
  problem: z.string().nullable(),
  version: count,
})
export type Import = z.infer<typeof importSchema>

/** An event carries no cells of the file. */
export const importProgressSchema = importSchema.extend({ columns: z.array(columnSchema.omit({ sample: true })) })
export type ImportProgress = z.infer<typeof importProgressSchema>

/** Days as YYYY-MM-DD, times as HH:MM, phone numbers as E.164; null erases what is stored. */
export const valueSchema = z.union([z.string(), z.boolean(), z.null()])
export type ImportValue = z.infer<typeof valueSchema>

export const issueSchema = z.object({
  field: z.string().nullable(),
  column: count.nullable(),
  level: z.enum(issueLevels),
  group: z.enum(issueGroups),
  code: z.enum(Object.keys(issueCodes) as [IssueCode, ...IssueCode[]]),
  message: z.string(),
  /** Cells that a person may take instead. */
  offers: z.array(z.string()).optional(),
  /** The stored records that may be meant. The detail tells apart those of one name, such as two visits of a patient. */
  records: z.array(z.object({ recordId: z.string(), name: z.string(), detail: z.string().optional() })).optional(),
})
export type Issue = z.infer<typeof issueSchema>

const planActions = ['create', 'update', 'unchanged', 'refuse'] as const
export const changeSchema = z.object({ field: z.string(), before: valueSchema, after: valueSchema })
export type FieldChange = z.infer<typeof changeSchema>

const rowPlanSchema = z.object({
  does: z.enum(planActions),
  recordId: z.string().nullable(),
  name: z.string(),
  changes: z.array(changeSchema),
})

/** A person's word on which record a row means: a new one, or this stored one. */
export const decisionSchema = z.union([z.literal('new'), z.strictObject({ same: field.id })])
export type Decision = z.infer<typeof decisionSchema>

const importOutcomes = ['created', 'updated', 'unchanged', 'refused'] as const

export const importRowSchema = z.object({
  /** The number that a spreadsheet program shows; line 1 is the first. */
  row: z.int().positive(),
  state: z.enum(rowStates),
  /** With the edits of people. */
  cells: z.array(z.string()),
  values: z.record(z.string(), valueSchema),
  issues: z.array(issueSchema),
  plan: rowPlanSchema.nullable(),
  decision: decisionSchema.nullable(),
  outcome: z.enum(importOutcomes).nullable(),
})
export type ImportRow = z.infer<typeof importRowSchema>

export const importExample: Import = {
  _id: '0199f0aa-3c00-7000-8000-000000000131',
  ...inClinic,
  kind: 'demographics',
  state: 'review',
  fileName: 'nov-demographics.xlsx',
  size: 184_320,
  sheets: [{ name: 'Patients', rows: 1847, hidden: false }],
  sheet: 'Patients',
  headerRow: 1,
  encoding: null,
  delimiter: null,
  columns: [
    { index: 0, header: 'PT_LAST', field: 'lastName', how: 'matched', sample: ['Abernathy'], erase: false },
    {
      ...{ index: 1, header: 'DOB', field: 'dob', how: 'matched', sample: ['04/02/1951'], erase: false },
      dateOrder: 'monthFirst',
    },
    {
      ...{ index: 2, header: 'SMS_OK', field: 'textEnable', how: 'check', sample: ['Y', 'N'], erase: false },
      values: { Y: 'yes', N: 'no' },
    },
    { index: 3, header: 'NOTES2', field: null, how: 'left_out', sample: ['prefers am'], erase: false },
  ],
  blockedBy: ['mrn'],
  matchBy: 'mrn',
  counts: { total: 1846, ready: 1832, errors: 14, warnings: 3, skipped: 0 },
  plan: { create: 223, update: 1609, unchanged: 0 },
  outcome: { created: 0, updated: 0, unchanged: 0, refused: 0 },
  progress: null,
  undo: null,
  sameFileAs: null,
  createdBy: 'usr_lena',
  createdByName: 'Lena Kim',
  createdAt: '2026-11-20T15:08:00.000Z',
  finishedAt: null,
  undoableUntil: null,
  problem: null,
  version: 9,
}
