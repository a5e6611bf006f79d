/** Changes that are not saved, in words. */
import type { ImportColumn } from '@foyer/contracts/imports/imports.ts'
import { fieldOf, type ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import type { RowEdit } from '../edits.ts'

/** The name of a column: "Texting" by its field, else its header in the file. */
export function columnName(
  kind: ImportKind,
  columns: readonly Pick<ImportColumn, 'index' | 'field' | 'header'>[],
  index: number | null,
): string {
  const column = columns.find((one) => one.index === index)
  const field = column && column.field !== null ? fieldOf(kind, column.field) : undefined
  return field?.label ?? (column?.header || 'Cell')
}

/** "Date of birth: 02/13/1962", "MRN: empty", "Skip the row"; a cell has no name where its column is not known any more. */
export function editWords({ cells = {}, skip, decision }: RowEdit, nameOf: ((index: number) => string) | null): string {
  const texts = Object.entries(cells).map(([index, text]) => {
    const said = text.trim() === '' ? 'empty' : text
    return nameOf === null ? said : `${nameOf(Number(index))}: ${said}`
  })
  return [
    ...texts,
    ...(skip === undefined ? [] : [skip ? 'Skip the row' : 'Take the row back']),
    ...(decision === undefined ? [] : [decision === 'new' ? 'A new record' : 'The same record']),
  ].join(', ')
}
