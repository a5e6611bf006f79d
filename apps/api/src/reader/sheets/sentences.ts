/** The sentences by which a file is refused. They quote nothing that the file says. */
import { IMPORT_COLUMNS_MAX } from '@foyer/contracts/imports/limits.rules.ts'
import { FileNotRead } from '../program.ts'

export const damaged = () => new FileNotRead('unreadable_file', 'The file is too large or damaged.')
export const locked = () => new FileNotRead('unreadable_file', 'It is protected by a password. Save it without one.')
export const noRows = () => new FileNotRead('unreadable_file', 'There are no rows in it.')
export const tooWide = () => new FileNotRead('unreadable_file', `It has more than ${IMPORT_COLUMNS_MAX} columns.`)
export const tooManySheets = (most: number) => new FileNotRead('unreadable_file', `It has more than ${most} sheets.`)
export const tooMuch = () => new FileNotRead('unreadable_file', 'There is too much text in it.')
export const tooLong = (most: number) =>
  new FileNotRead('too_many_rows', `It has more than ${most.toLocaleString('en-US')} rows.`)
export const tooOld = () =>
  new FileNotRead('unreadable_file', 'It was made by a program from before 1997. Save it as .xlsx.')
export const noSuchSheet = () => new FileNotRead('not_valid', 'It has no sheet of that name.')
export const noSuchRow = () => new FileNotRead('not_valid', 'It has no such row.')
export const openQuote = (row: number) =>
  new FileNotRead('unreadable_file', `The quotation mark in row ${row} is never closed.`)
/** A file of another kind, named so that its sender recognizes it. */
export const otherKind = (name: string) => new FileNotRead('not_valid', `This is ${name}. Choose a spreadsheet.`)
export const noSheet = () => new FileNotRead('not_valid', 'This is no spreadsheet.')
/** A spreadsheet in a format that is not read. */
export const saveAsXlsx = (name: string) => new FileNotRead('not_valid', `This is ${name}. Save it as .xlsx.`)
