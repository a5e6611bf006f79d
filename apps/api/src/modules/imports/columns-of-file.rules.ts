/** The columns of a file as they are stored, and what a person says about them. */

import type { BodyOf } from '@foyer/contracts/call.ts'
import { type MatchBy, plainHeader } from '@foyer/contracts/imports/field.rules.ts'
import type { mapImport } from '@foyer/contracts/imports/import-calls.ts'
import type { DateOrder, ImportColumn } from '@foyer/contracts/imports/imports.ts'
import { fieldOf, type ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import { notValid } from '../../http/refusal.ts'
import { type FoundColumn, type Matching, mappedValues, matchColumns, type Remembered } from './rules/columns.rules.ts'
import { type DateVotes, orderOf } from './rules/dates.rules.ts'

/** Beside what screens see it has the choices of a person or of an earlier file, which a new look at the cells keeps. */
export interface KeptColumn extends ImportColumn {
  readonly chosenOrder?: DateOrder
  readonly chosenValues?: Readonly<Record<string, string>>
}

/** The facts that the cells of one column give. */
export interface ColumnCells {
  readonly votes?: DateVotes
  /** The different cells, at most one more than can be mapped. */
  readonly different?: ReadonlySet<string>
}

/** The columns of a file that was just read. Nobody confirms the guesses of a direct import, so it leaves them out. */
export function firstColumns(
  found: readonly FoundColumn[],
  matching: Matching,
  { isDirect }: { readonly isDirect: boolean },
): KeptColumn[] {
  return matchColumns(found, matching).map((column) => {
    const { dateOrder: _, dateOrderAssumed: __, values: ___, ...kept } = column
    if (column.how === 'check' && isDirect) return { ...kept, field: null, how: 'left_out' }
    const before = column.how === 'remembered' ? matching.remembered.get(plainHeader(column.header)) : undefined
    return { ...kept, ...chosenOf(before) }
  })
}

function chosenOf(before: Remembered | undefined): Pick<KeptColumn, 'chosenOrder' | 'chosenValues'> {
  return {
    ...(before?.dateOrder && { chosenOrder: before.dateOrder }),
    ...(before?.values && { chosenValues: before.values }),
  }
}

export function isOfDays(kind: ImportKind, { field }: Pick<KeptColumn, 'field'>): boolean {
  const form = field === null ? undefined : fieldOf(kind, field)?.form
  return form === 'day' || form === 'birthdate'
}

export function isMapped(kind: ImportKind, { field }: Pick<KeptColumn, 'field'>): boolean {
  return field !== null && fieldOf(kind, field)?.isMapped === true
}

/** The columns with their orders of day and month and with the meanings of their cells. */
export function preparedColumns(
  kind: ImportKind,
  columns: readonly KeptColumn[],
  cellsOf: (column: KeptColumn) => ColumnCells,
): KeptColumn[] {
  return columns.map((column) => {
    const { dateOrder: _, dateOrderAssumed: __, values: ___, ...kept } = column
    const { votes, different } = cellsOf(column)
    const field = column.field === null ? undefined : fieldOf(kind, column.field)
    const values = different && field && mappedValues(different, field, column.chosenValues)
    return { ...kept, ...orderOfColumn(column, votes), ...(values && { values }) }
  })
}

function orderOfColumn(
  { chosenOrder }: KeptColumn,
  votes: DateVotes | undefined,
): Pick<KeptColumn, 'dateOrder' | 'dateOrderAssumed'> {
  if (votes === undefined) return {}
  if (chosenOrder !== undefined) return { dateOrder: chosenOrder }
  const found = orderOf(votes)
  if (found === undefined) return {}
  return { dateOrder: found.order, ...(found.isAssumed && { dateOrderAssumed: true as const }) }
}

type Asked = BodyOf<typeof mapImport>

/** The columns after a person's changes. A field that another column gave before moves to the one that is named. */
export function changedColumns(
  kind: ImportKind,
  columns: readonly KeptColumn[],
  asked: Asked['columns'],
): readonly KeptColumn[] {
  const changes = new Map(asked.map((one, at) => [one.index, { ...one, path: `columns.${at}` }]))
  const given = asked.flatMap(({ field }) => field ?? [])
  if (new Set(given).size < given.length) throw notValid('columns', 'Gives a field twice')
  for (const [index, { path }] of changes)
    if (!columns.some((column) => column.index === index))
      throw notValid(`${path}.index`, 'The file has no such column')
  return columns.map((column) => {
    const change = changes.get(column.index)
    if (change) return changedColumn(kind, column, change)
    return column.field !== null && given.includes(column.field) ? leftOut(column) : column
  })
}

type ColumnChange = Asked['columns'][number] & { readonly path: string }

function changedColumn(kind: ImportKind, column: KeptColumn, change: ColumnChange): KeptColumn {
  const { field: name, dateOrder, values, erase, path } = change
  if (name === null) return leftOut(column)
  const field = fieldOf(kind, name)
  if (field === undefined) throw notValid(`${path}.field`, 'These files have no such field')
  const about = { field: name }
  if (dateOrder !== undefined && !isOfDays(kind, about)) throw notValid(`${path}.dateOrder`, 'The field has no days')
  if (values !== undefined && !isMapped(kind, about)) throw notValid(`${path}.values`, 'The field has no set of values')
  if (erase === true && field.erasable !== true) throw notValid(`${path}.erase`, 'The field can not be erased')
  const isSame = column.field === name
  const order = dateOrder ?? (isSame ? column.chosenOrder : undefined)
  const meanings = values ?? (isSame ? column.chosenValues : undefined)
  return {
    ...{ index: column.index, header: column.header, sample: column.sample, field: name, how: 'matched' },
    erase: erase ?? (isSame && column.erase),
    ...(order && { chosenOrder: order }),
    ...(meanings && { chosenValues: meanings }),
  }
}

function leftOut({ index, header, sample }: KeptColumn): KeptColumn {
  return { index, header, sample, field: null, how: 'left_out', erase: false }
}

export function matchByOf(kind: ImportKind, before: MatchBy, asked: MatchBy | undefined): MatchBy {
  if (asked === 'person' && kind !== 'demographics') throw notValid('matchBy', 'Only patients are matched by person')
  return asked ?? before
}

/** A longer header is a text in the wrong row. It comes again in no file, and is too long for the store's index. */
const REMEMBERED_MAX = 200

/** The matches that later files with such headers get. If a header comes twice, the first column that gives a field counts. */
export function choicesToRemember(columns: readonly KeptColumn[]): ReadonlyMap<string, Remembered> {
  const named = columns.flatMap((column) => {
    const header = plainHeader(column.header)
    return header === '' || header.length > REMEMBERED_MAX ? [] : [{ header, column }]
  })
  const first = Map.groupBy(named, ({ header }) => header)
  return new Map(
    [...first].flatMap(([header, ofHeader]) => {
      const { column } = ofHeader.find(({ column: { field } }) => field !== null) ?? ofHeader[0] ?? {}
      return column === undefined ? [] : [[header, remembered(column)] as const]
    }),
  )
}

function remembered({ field, chosenOrder, chosenValues, values }: KeptColumn): Remembered {
  const meanings = Object.entries({ ...values, ...chosenValues }).filter(([, meaning]) => meaning !== '')
  return {
    field,
    ...(meanings.length > 0 && { values: Object.fromEntries(meanings) }),
    ...(chosenOrder && { dateOrder: chosenOrder }),
  }
}
