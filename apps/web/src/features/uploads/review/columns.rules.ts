/** The fields that a column may give, and the changes that a choice makes. */
import type { ImportField } from '@foyer/contracts/imports/field.rules.ts'
import type { ImportColumn } from '@foyer/contracts/imports/imports.ts'
import { fieldOf, type ImportKind, kindOf } from '@foyer/contracts/imports/kinds.rules.ts'
import type { ColumnChange } from '../edits.ts'

export const LEFT_OUT = ''

export interface FieldChoice {
  readonly value: string
  readonly label: string
}

/** Every field of the kind; one that another column gives says so. */
export function choicesFor(
  kind: ImportKind,
  columns: readonly ImportColumn[],
  column: ImportColumn,
): readonly FieldChoice[] {
  const takenBy = new Map(columns.map(({ field, header, index }) => [field, index === column.index ? null : header]))
  const fields = kindOf(kind).fields.map(({ name, label }) => {
    const other = takenBy.get(name)
    return { value: name, label: other ? `${label} (now ${other})` : label }
  })
  return [{ value: LEFT_OUT, label: 'Do not import' }, ...fields]
}

/** The changes of a choice: a field is given once, so the column that gave it before is left out. */
export function changesOf(
  columns: readonly ImportColumn[],
  index: number,
  field: string | null,
): readonly ColumnChange[] {
  const former = field === null ? [] : columns.filter((one) => one.field === field && one.index !== index)
  return [{ index, field }, ...former.map((one) => ({ index: one.index, field: null }))]
}

/** The columns as they will be, while the server has not answered. */
export function withChanges(
  columns: readonly ImportColumn[],
  changes: readonly ColumnChange[],
): readonly ImportColumn[] {
  const byIndex = new Map(changes.map((change) => [change.index, change]))
  return columns.map((column) => {
    const change = byIndex.get(column.index)
    if (change === undefined) return column
    const { dateOrder, values, erase } = change
    return {
      ...column,
      field: change.field,
      how: change.field === null ? ('left_out' as const) : ('matched' as const),
      ...(dateOrder !== undefined && { dateOrder }),
      ...(values !== undefined && { values }),
      ...(erase !== undefined && { erase }),
    }
  })
}

export interface Mark {
  readonly word: string
  readonly tone: 'ok' | 'warn' | 'muted'
}

/** The word below a column's field. */
export function markOf({ field, how, dateOrder, dateOrderAssumed }: ImportColumn): Mark {
  if (field === null) return { word: 'Left out', tone: 'muted' }
  if (dateOrder === null) return { word: 'Day or month?', tone: 'warn' }
  if (how === 'check') return { word: 'Check', tone: 'warn' }
  if (dateOrderAssumed) return { word: 'Month first', tone: 'ok' }
  return how === 'remembered' ? { word: 'Remembered', tone: 'ok' } : { word: 'Matched', tone: 'ok' }
}

/** Whether the column has more to choose than its field. */
export function hasOptions(kind: ImportKind, column: ImportColumn): boolean {
  const field = column.field === null ? undefined : fieldOf(kind, column.field)
  if (field === undefined) return false
  return field.erasable === true || column.dateOrder !== undefined || column.values !== undefined
}

/** The values that a cell of the column may mean, if the field has a closed list. */
export function meaningsOf(field: ImportField): readonly FieldChoice[] | null {
  if (field.form === 'yesNo')
    return [
      { value: '', label: 'Not known' },
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No' },
    ]
  if (field.choices === undefined) return null
  return [
    { value: '', label: 'Not known' },
    ...field.choices.map(({ value }) => ({ value, label: sentenceCase(value) })),
  ]
}

/** "No show" for "noShow". */
function sentenceCase(value: string): string {
  const words = value.replace(/([A-Z])/g, ' $1').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
