/** Finds the field of each column of a file. */
import { headerWords, type ImportField, plainHeader } from '@foyer/contracts/imports/field.rules.ts'
import type { DateOrder, ImportColumn } from '@foyer/contracts/imports/imports.ts'
import { fieldOf, type ImportKind, kindOf } from '@foyer/contracts/imports/kinds.rules.ts'
import { MAPPED_VALUES_MAX } from '@foyer/contracts/imports/limits.rules.ts'
import { isEmptyCell, readCell } from './cells.rules.ts'
import { countVotes, looksLikeDay, noVotes, orderOf } from './dates.rules.ts'
import { isNpi } from './npi.rules.ts'
import { readPhone } from './phones.rules.ts'
import { isWrong } from './reading.rules.ts'

/** A column as it was read: its cells are the first ones of the file, or all. */
export interface FoundColumn {
  readonly index: number
  readonly header: string
  readonly cells: readonly string[]
}

/** The choice for a header in an earlier file. */
export interface Remembered {
  /** Null: the column is left out. */
  readonly field: string | null
  readonly values?: Readonly<Record<string, string>>
  readonly dateOrder?: DateOrder
}

export interface Matching {
  readonly kind: ImportKind
  /** By the header in plain form. */
  readonly remembered: ReadonlyMap<string, Remembered>
  readonly country: string
  /** YYYY-MM-DD */
  readonly today: string
}

type Match = Pick<ImportColumn, 'field' | 'how'>
type Way = (column: FoundColumn, matching: Matching) => readonly ImportField[]

const SAMPLE = 3
/** So many cells of a column decide what its cells look like. */
const LOOKED_AT = 200

/**
 * The columns with their fields. The first way that finds a field for a column counts; a way gives fields to all columns before the
 * next one does, from left to right, and each field once.
 */
export function matchColumns(found: readonly FoundColumn[], matching: Matching): ImportColumn[] {
  const matches = new Map<number, Match>()
  const given = new Set<string>()
  const take = (index: number, match: Match) => {
    matches.set(index, match)
    if (match.field !== null) given.add(match.field)
  }
  for (const { index, header } of found) {
    const before = matching.remembered.get(plainHeader(header))
    if (before === undefined) continue
    const isKnown = before.field === null || fieldOf(matching.kind, before.field) !== undefined
    if (isKnown && (before.field === null || !given.has(before.field)))
      take(index, { field: before.field, how: 'remembered' })
  }
  for (const [way, how] of WAYS) {
    for (const column of found) {
      if (matches.has(column.index)) continue
      const field = way(column, matching).find(({ name }) => !given.has(name))
      if (field) take(column.index, { field: field.name, how })
    }
  }
  return found.map((column) => described(column, matches.get(column.index), matching))
}

const byName: Way = ({ header }, { kind }) => {
  const plain = plainHeader(header)
  return kindOf(kind).fields.filter(({ name, label }) => [name, label].some((one) => plainHeader(one) === plain))
}

const byWord: Way = ({ header }, { kind }) => {
  const plain = plainHeader(header)
  return kindOf(kind).fields.filter(({ words }) => words.includes(plain))
}

const byHint: Way = ({ header }, { kind }) => {
  const words = headerWords(header)
  return kindOf(kind).fields.filter(({ hints = [] }) => hints.some((hint) => words.includes(hint)))
}

/** Nine of ten cells look like values of the field. An NPI comes before a phone number, which has ten digits too. */
const byCells: Way = ({ cells }, { kind, country }) => {
  const filled = cells.filter((cell) => !isEmptyCell(cell)).slice(0, LOOKED_AT)
  if (filled.length === 0) return []
  const most = (is: (cell: string) => boolean) => filled.filter(is).length * 10 >= filled.length * 9
  const fields = kindOf(kind).fields.filter(({ isNamed }) => isNamed !== true)
  const ofForm = (...forms: ImportField['form'][]) => fields.filter(({ form }) => forms.includes(form))
  if (most((cell) => isNpi(cell.trim()))) return ofForm('npi')
  if (most(looksLikeDay)) return ofForm('day', 'birthdate')
  if (most((cell) => cell.includes('@') && !/\s/.test(cell.trim()))) return ofForm('email')
  return most((cell) => isPhone(cell, country)) ? ofForm('phone') : []
}

const WAYS: readonly (readonly [Way, ImportColumn['how']])[] = [
  [byName, 'matched'],
  [byWord, 'matched'],
  [byHint, 'check'],
  [byCells, 'check'],
]

function isPhone(cell: string, country: string): boolean {
  return /\d{3}/.test(cell) && !isWrong(readPhone(cell, country))
}

function described(column: FoundColumn, match: Match | undefined, matching: Matching): ImportColumn {
  const { index, header, cells } = column
  const { field, how } = match ?? { field: null, how: 'left_out' as const }
  const before = how === 'remembered' ? matching.remembered.get(plainHeader(header)) : undefined
  return {
    ...{ index, header, field, how },
    sample: cells.slice(0, SAMPLE),
    ...orderIn(column, field, before?.dateOrder, matching),
    ...(before?.values && { values: before.values }),
    erase: false,
  }
}

/**
 * The different cells of a column with their meanings, for a person to map: those that were mapped before, else as the field reads
 * them, and an empty text for a cell that the field can't read. Undefined if the field has no use for it, or for too many cells.
 */
export function mappedValues(
  different: ReadonlySet<string>,
  field: ImportField,
  chosen: Readonly<Record<string, string>> = {},
): Record<string, string> | undefined {
  const cells = new Set([...different].map((cell) => cell.trim()).filter((cell) => !isEmptyCell(cell)))
  if (field.isMapped === undefined || cells.size === 0 || cells.size > MAPPED_VALUES_MAX) return undefined
  const before = new Map(Object.entries(chosen))
  return Object.fromEntries([...cells].map((cell) => [cell, before.get(cell) ?? meaningOf(cell, field)]))
}

function meaningOf(cell: string, field: ImportField): string {
  const { value } = readCell(cell, field, { order: null, today: '', country: '', meanings: new Map() })
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value ?? ''
}

/** The date order of a column: the chosen one, else the one that its cells vote for. */
function orderIn(
  { cells }: Pick<FoundColumn, 'cells'>,
  field: string | null,
  chosen: DateOrder | undefined,
  { kind, today }: Pick<Matching, 'kind' | 'today'>,
): Pick<ImportColumn, 'dateOrder' | 'dateOrderAssumed'> {
  const form = field === null ? undefined : fieldOf(kind, field)?.form
  if (form !== 'day' && form !== 'birthdate') return {}
  if (chosen !== undefined) return { dateOrder: chosen }
  const found = orderOf(countVotes(noVotes, cells, today))
  if (found === undefined) return {}
  return { dateOrder: found.order, ...(found.isAssumed && { dateOrderAssumed: true as const }) }
}
