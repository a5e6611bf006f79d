/** Rows of a spreadsheet as objects by header. */
import type { ReadValue } from '@foyer/contracts/imports/read-excel.ts'
import type { Cell } from '../../reader/sheets/sheet-wire.ts'

/** A name for each column: a header that comes again gets a number, an empty one the column's letters. */
export function columnNames(header: readonly string[]): string[] {
  const taken = new Set<string>()
  return header.map((given, index) => {
    const name = given || unnamedColumn(index)
    let free = name
    for (let count = 2; taken.has(free); count++) free = `${name} (${count})`
    taken.add(free)
    return free
  })
}

/** Cells right of the last header are named by their letters. */
export function rowObject(names: readonly string[], cells: readonly Cell[]): Readonly<Record<string, ReadValue>> {
  // An object without a prototype has no special name, so `__proto__` is a column like any other.
  const row: Record<string, ReadValue> = Object.create(null)
  for (const [index, cell] of cells.entries()) {
    const value = typeof cell === 'object' && cell !== null ? cell.date : cell
    row[names[index] ?? unnamedColumn(index)] = value
  }
  return row
}

function unnamedColumn(index: number): string {
  return `Column ${lettersOf(index)}`
}

/** 0 is A, 26 is AA. */
function lettersOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last
}
