/**
 * Keeps a spreadsheet program from running the cell of a stranger. A cell that such a program would take for a formula gets an
 * apostrophe before it, and loses it when the file comes back. A cell that has apostrophes there already gets one more, so that a
 * round trip changes no cell.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: some programs skip these characters before a formula
const NEEDS_ONE = /^'*[=+\-@\t\r\u0000]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same characters
const HAS_ONE = /^'+[=+\-@\t\r\u0000]/

/** The cell as it leaves. */
export function disarm(cell: string): string {
  return NEEDS_ONE.test(cell) ? `'${cell}` : cell
}

/** The cell as it leaves in a workbook, where it is a text and never a formula: only an apostrophe of its own is kept apart. */
export function asTextCell(cell: string): string {
  return HAS_ONE.test(cell) ? `'${cell}` : cell
}

/** The cell as it was, of a file that comes in. */
export function rearm(cell: string): string {
  return HAS_ONE.test(cell) ? cell.slice(1) : cell
}
