/** Values of cells, as spreadsheets store them. */
import { CELL_MAX } from '@foyer/contracts/imports/limits.rules.ts'
import { serialToDate } from 'hucre'
import type { Cell } from './sheet-wire.ts'

const SECOND = 1000
const LAST_DAY = Date.UTC(9999, 11, 31, 23, 59, 59)
/** A serial number below 1 is a time alone; it stands on the day before the first. */
const FIRST_DAY = Date.UTC(1900, 0, 1)

/** A number in a date format; `isElapsed` is a format of hours, such as `[h]:mm`. */
export function dateCell(serial: number, is1904: boolean, isElapsed: boolean): Cell {
  if (serial < 0) return serial
  if (isElapsed) return elapsed(serial)
  return serial < 1 ? { date: clockOf(serial) } : momentCell(serialToDate(serial, is1904), serial)
}

/** A date that a library made of a serial number. */
export function momentCell(moment: Date, otherwise: Cell = null): Cell {
  const at = Math.round(moment.getTime() / SECOND) * SECOND
  if (!(at <= LAST_DAY)) return otherwise
  const [day = '', time = ''] = new Date(at).toISOString().slice(0, 19).split('T')
  if (at < FIRST_DAY) return { date: time }
  return { date: time === '00:00:00' ? day : `${day}T${time}` }
}

function clockOf(serial: number): string {
  return elapsed(serial).padStart(8, '0')
}

function elapsed(serial: number): string {
  const seconds = Math.round(serial * 24 * 3600)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** The text that a spreadsheet program shows for a cell without regard to its format: numbers have 15 digits. */
export function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'object') return cell.date
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15)))
  return typeof cell === 'boolean' ? (cell ? 'TRUE' : 'FALSE') : cell
}

export function isFilled(cell: Cell | undefined): boolean {
  return typeof cell === 'string' ? /\S/.test(cell) : cell !== null && cell !== undefined
}

/** The cells up to the last one that holds something. */
export function trimmed(cells: readonly (Cell | undefined)[]): Cell[] {
  return Array.from({ length: cells.findLastIndex(isFilled) + 1 }, (_, at) => cells[at] ?? null)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const NUL = /\u0000/g

/** A text that may be stored, and what is wrong with it. */
export function storable(text: string): { cell: Cell; code?: 'too_long' | 'control_characters' } {
  const kept = text.slice(0, CELL_MAX).toWellFormed()
  if (CONTROL.test(kept)) return { cell: kept.replace(NUL, '\uFFFD'), code: 'control_characters' }
  return { cell: kept === '' ? null : kept, ...(text.length > CELL_MAX && { code: 'too_long' as const }) }
}
