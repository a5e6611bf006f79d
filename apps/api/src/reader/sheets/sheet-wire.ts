/** The API's question to the program that reads a sheet, and the program's results. */
import { CELL_MAX, IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from '@foyer/contracts/imports/limits.rules.ts'
import { z } from 'zod'
import type { ReaderProgram } from '../program.ts'

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export const delimiters = [',', ';', '\t', '|'] as const
const formats = ['csv', 'tsv', 'xlsx', 'xls'] as const

/** Beyond the 31 characters that spreadsheet programs allow, and short enough for a call to name the sheet. */
export const SHEET_NAME_MAX = 100
export const SHEETS_MAX = 200

/** Text that the store takes: without a NUL and without half a character. */
const STORABLE = /^[^\0\p{Cs}]*$/u
const text = z.string().max(CELL_MAX).regex(STORABLE)
/**
 * A cell as it is stored: text stays text. A cell with a date format is `YYYY-MM-DD`, `YYYY-MM-DDTHH:MM:SS`, or
 * `HH:MM:SS` if it holds a time alone. A formula is its stored value; an empty cell is null.
 */
const cell = z.union([text, z.number(), z.boolean(), z.null(), z.object({ date: text })])
export type Cell = z.infer<typeof cell>

const issue = z.object({
  /** Counts from 0. */
  column: z.int().nonnegative(),
  /** The cell is cut; its NULs are replaced; it lies right of the last column. */
  code: z.enum(['too_long', 'control_characters', 'too_many_cells']),
})

const row = z.object({
  /** The number that a spreadsheet program shows: 1 is the first line. */
  row: z.int().positive(),
  /** As many as the sheet has columns, and one more for each that is too many. */
  cells: z.array(cell).max(IMPORT_COLUMNS_MAX),
  issues: z.array(issue).optional(),
})
export type SheetRow = z.infer<typeof row>

const about = z.object({
  format: z.enum(formats),
  /** Only a text file has one, as with the delimiter. */
  encoding: z.enum(encodings).nullable(),
  delimiter: z.enum(delimiters).nullable(),
  /** The sheets of a workbook, with the rows that hold something; empty for a text. */
  sheets: z.array(z.object({ name: text, rows: z.int().nonnegative(), hidden: z.boolean() })).max(SHEETS_MAX),
  sheet: text.nullable(),
  headerRow: z.int().positive(),
  /** The header's cells as text, one for each column. */
  header: z.array(text).max(IMPORT_COLUMNS_MAX),
})
export type AboutSheet = z.infer<typeof about>

const choice = z.object({
  sheet: z.string().optional(),
  headerRow: z.int().positive().optional(),
  encoding: z.enum(encodings).optional(),
  delimiter: z.enum(delimiters).optional(),
  rowsMax: z.int().positive().max(IMPORT_ROWS_MAX).optional(),
  /** The characters of all cells together. */
  charsMax: z.int().positive().optional(),
})
/** The choices of a person; what is left out the reader finds by itself. */
export type SheetChoice = z.infer<typeof choice>

/** First what the sheet is, then its rows in batches. */
const result = z.union([z.strictObject({ about }), z.strictObject({ rows: z.array(row) })])
export type SheetResult = z.infer<typeof result>

export const sheetProgram: ReaderProgram<SheetChoice, SheetResult> = {
  url: new URL('./sheet.program.ts', import.meta.url),
  input: choice,
  result,
}
