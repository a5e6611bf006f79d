/** The sheet of a workbook that is read. */

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
