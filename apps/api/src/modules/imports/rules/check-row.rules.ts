/** Checks the cells of one row by themselves, without a look at what is stored. */
import type { ImportField, MatchBy } from '@foyer/contracts/imports/field.rules.ts'
import type { ImportColumn, ImportValue, Issue } from '@foyer/contracts/imports/imports.ts'
import { type IssueCode, issueCodes } from '@foyer/contracts/imports/issues.rules.ts'
import { fieldOf, type ImportKind, keysOf } from '@foyer/contracts/imports/kinds.rules.ts'
import type { Values } from '../../import-target.ts'
import { type CellRules, faultOf, isEmptyCell, readCell } from './cells.rules.ts'
import { isOfKey } from './keys.rules.ts'
import { splitFullName } from './names.rules.ts'
import type { CellIssue } from './reading.rules.ts'

export type { Values } from '../../import-target.ts'

export interface Sheet {
  readonly kind: ImportKind
  readonly matchBy: MatchBy
  readonly columns: readonly Omit<ImportColumn, 'sample'>[]
  /** The organization's country, in two letters of ISO 3166, in which numbers without a country code are read. */
  readonly country: string
  /** The zone of the times in the file. */
  readonly zone: string
  /** YYYY-MM-DD in that zone. */
  readonly today: string
  /** The file is a text, so a person can choose its encoding. */
  readonly isText?: boolean
}

interface ReadColumn {
  readonly index: number
  readonly field: ImportField
  readonly rules: CellRules
  readonly erase: boolean
}

/** A sheet that is ready to check rows. Create it once for many rows. */
export interface ReadySheet extends Sheet {
  readonly read: readonly ReadColumn[]
  /** The column of each field. */
  readonly columnOf: ReadonlyMap<string, number>
}

/** A fault that the reader found: it cut the cell or replaced characters of it. A mended cell has none. */
export interface ReadFault {
  /** Counts from 0. */
  readonly column: number
  readonly code: 'too_long' | 'control_characters' | 'too_many_cells'
}

export interface CheckedRow {
  readonly values: Values
  readonly issues: readonly Issue[]
}

export function readySheet(sheet: Sheet): ReadySheet {
  const read = sheet.columns.flatMap((column) => {
    const field = column.field === null ? undefined : fieldOf(sheet.kind, column.field)
    if (field === undefined) return []
    const mapped = Object.entries(column.values ?? {}).filter(([, meaning]) => meaning !== '')
    const meanings = new Map(mapped.map(([raw, meaning]) => [raw.trim(), meaning]))
    // Without votes nothing in the column needs an order, and a mended cell is read with the month first.
    const order = column.dateOrder === undefined ? ('monthFirst' as const) : column.dateOrder
    const about = { isKey: isOfKey(field.name, sheet), isText: sheet.isText === true }
    const rules = { order, meanings, today: sheet.today, country: sheet.country, ...about }
    return [{ index: column.index, field, rules, erase: column.erase && field.erasable === true }]
  })
  const columnOf = new Map(read.map(({ field, index }) => [field.name, index]))
  const fullName = columnOf.get('fullName')
  if (fullName !== undefined) {
    for (const part of ['lastName', 'firstName']) if (!columnOf.has(part)) columnOf.set(part, fullName)
  }
  return { ...sheet, read, columnOf }
}

export function checkRow(cells: readonly string[], sheet: ReadySheet, faults: readonly ReadFault[] = []): CheckedRow {
  const values = new Map<string, ImportValue>()
  const issues: Issue[] = []
  const say = (field: string | null, issue: CellIssue) => issues.push(issueAt(sheet, field, issue))
  const isTooLong = cells.slice(sheet.columns.length).some((cell) => !isEmptyCell(cell))
  if (isTooLong || faults.some(({ code }) => code === 'too_many_cells')) say(null, faultOf('too_many_cells'))
  for (const { index, field, rules, erase } of sheet.read) {
    const fault = faults.find(({ column, code }) => column === index && code !== 'too_many_cells')
    if (fault !== undefined) {
      say(field.name, faultOf(fault.code))
      continue
    }
    const cell = cells[index] ?? ''
    if (isEmptyCell(cell)) {
      if (erase) values.set(field.name, null)
      continue
    }
    const { value, issue } = readCell(cell, field, rules)
    if (issue) say(field.name, issue)
    if (value !== undefined && value !== '') values.set(field.name, value)
  }
  splitName(values)
  for (const name of missingKey(values, sheet)) {
    if (!issues.some((issue) => issue.field === name)) say(name, missing(sheet.kind, name))
  }
  return { values: Object.fromEntries(values), issues }
}

/** Columns of their own count more than the parts of a full name. */
function splitName(values: Map<string, ImportValue>): void {
  const fullName = values.get('fullName')
  values.delete('fullName')
  if (typeof fullName !== 'string') return
  const { firstName, lastName } = splitFullName(fullName)
  if (lastName !== '' && !values.has('lastName')) values.set('lastName', lastName)
  if (firstName !== '' && !values.has('firstName')) values.set('firstName', firstName)
}

/** The fields that the row lacks to find its record; none if one of its keys is complete. */
function missingKey(values: ReadonlyMap<string, ImportValue>, { kind, matchBy }: ReadySheet): readonly string[] {
  const keys = keysOf(kind, matchBy).map((key) => key.filter((name) => typeof values.get(name) !== 'string'))
  return keys.some((names) => names.length === 0) ? [] : (keys.at(-1) ?? [])
}

export function missing(kind: ImportKind, name: string): CellIssue {
  return { code: 'missing', message: `${fieldOf(kind, name)?.label ?? name} is missing` }
}

/** The issue with its level, its group and the column that gives the field. */
export function issueAt(
  { columnOf }: Pick<ReadySheet, 'columnOf'>,
  field: string | null,
  { code, message, offers }: CellIssue,
): Issue {
  const column = field === null ? null : (columnOf.get(field) ?? null)
  const { level, group } = issueCodes[code satisfies IssueCode]
  return { field, column, level, group, code, message, ...(offers && { offers: [...offers] }) }
}

export function hasError(issues: readonly Issue[]): boolean {
  return issues.some(({ level }) => level === 'error')
}
