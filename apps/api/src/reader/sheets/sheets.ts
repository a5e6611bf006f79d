/** The sheets that a workbook offers, and the one that is read. */
import { tooManySheets } from './sentences.ts'
import { SHEET_NAME_MAX, SHEETS_MAX } from './sheet-wire.ts'

interface Offered {
  readonly name: string
  /** The rows that hold something. */
  readonly rows: number
  readonly hidden: boolean
}

/** The index of the sheet with that name, else of the first visible one with two rows; -1 without any. */
export function chosenSheet(sheets: readonly Offered[], name: string | undefined): number {
  if (name !== undefined) return sheets.findIndex((sheet) => sheet.name === name)
  return sheets.findIndex(({ rows, hidden }) => !hidden && rows >= 2)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the store takes no NUL, and screens show none of the others
const CONTROL = /[\u0000-\u001F\u007F]/g

/**
 * The names under which a person chooses a sheet, in the order of the sheets: each can be stored and differs from the others,
 * whatever the file says.
 */
export function offeredNames(said: readonly string[]): string[] {
  if (said.length > SHEETS_MAX) throw tooManySheets(SHEETS_MAX)
  const taken = new Set<string>()
  return said.map((name, at) => {
    const shown = name.slice(0, SHEET_NAME_MAX).toWellFormed().replace(CONTROL, '\uFFFD') || `Sheet ${at + 1}`
    let free = shown
    for (let count = 2; taken.has(free); count++) free = `${shown} (${count})`
    taken.add(free)
    return free
  })
}
