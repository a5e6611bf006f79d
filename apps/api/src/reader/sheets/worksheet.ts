/** The rows of one sheet of an xlsx file, as they are unpacked. */
import { CELL_MAX, IMPORT_COLUMNS_MAX } from '@foyer/contracts/imports/limits.rules.ts'
import { dateCell } from './cells.ts'
import type { RawRow } from './results.ts'
import { tooWide } from './sentences.ts'
import type { SharedStrings } from './shared-strings.ts'
import type { Cell } from './sheet-wire.ts'
import type { Workbook } from './workbook.ts'
import { readXml, unescaped } from './xml.ts'

/** The tables of the workbook to which a sheet's cells point. */
export interface Meaning extends Pick<Workbook, 'is1904' | 'styles'> {
  readonly strings: SharedStrings
}

const KEPT = CELL_MAX + 1
const LAST_ROW = 1_048_576
const COLUMN = /^\$?([A-Z]{1,3})\$?\d+$/i

interface OpenCell {
  readonly column: number
  readonly type: string
  readonly style: number
  text: string
}

export async function* rowsOf(part: AsyncIterable<Buffer>, meaning: Meaning): AsyncGenerator<RawRow> {
  let done: RawRow[] = []
  let row = 0
  let cells: (Cell | undefined)[] = []
  let nextColumn = 0
  let cell: OpenCell | undefined
  let isText = false
  let isReading = false

  const handlers = {
    open(name: string, attributes: Readonly<Record<string, string>>) {
      if (name === 'row') {
        row = rowNumber(attributes.r, row)
        cells = []
        nextColumn = 0
      } else if (name === 'c') {
        const column = columnNumber(attributes.r) ?? nextColumn
        nextColumn = column + 1
        cell = { column, type: attributes.t ?? 'n', style: Number(attributes.s ?? -1), text: '' }
      } else if (name === 'rPh') {
        isReading = true
      } else if (name === 'v' || name === 't') {
        isText = !isReading
      }
    },
    text(piece: string) {
      if (isText && cell && cell.text.length < KEPT) cell.text += piece
    },
    close(name: string) {
      if (name === 'v' || name === 't') isText = false
      else if (name === 'rPh') isReading = false
      else if (name === 'c' && cell) {
        const value = valueIn(cell, meaning)
        if (value !== null && cell.column >= IMPORT_COLUMNS_MAX) throw tooWide()
        if (value !== null) cells[cell.column] = value
        cell = undefined
      } else if (name === 'row' && cells.length > 0) done.push({ row, cells })
    },
  }
  for await (const _ of readXml(part, handlers)) {
    const finished = done
    done = []
    yield* finished
  }
}

/** The rows that hold something. */
export async function countRows(part: AsyncIterable<Buffer>): Promise<number> {
  let count = 0
  let isFilled = false
  let isValue = false
  const handlers = {
    open(name: string) {
      if (name === 'row') isFilled = false
      isValue = name === 'v' || name === 't'
    },
    text(piece: string) {
      if (isValue && !isFilled) isFilled = /\S/.test(piece)
    },
    close(name: string) {
      isValue = false
      if (name === 'row' && isFilled) count++
    },
  }
  for await (const _ of readXml(part, handlers));
  return count
}

/** Some programs number no rows; each then follows the one before. */
function rowNumber(said: string | undefined, before: number): number {
  const number = Number(said)
  return Number.isInteger(number) && number > before && number <= LAST_ROW ? number : before + 1
}

/** Counts from 0. */
function columnNumber(reference: string | undefined): number | undefined {
  const letters = COLUMN.exec(reference ?? '')?.[1]
  if (letters === undefined) return undefined
  let number = 0
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64
  return number - 1
}

function valueIn({ type, style, text }: OpenCell, { is1904, styles, strings }: Meaning): Cell {
  if (type === 'inlineStr' || type === 'str') return unescaped(text) || null
  if (text.trim() === '') return null
  if (type === 's') return strings.text(Number(text)) || null
  if (type === 'b') return text.trim() === '1' || text.trim() === 'true'
  if (type === 'd') return isoCell(text.trim())
  const number = Number(text)
  if (type === 'e' || !Number.isFinite(number)) return text
  return styles.isDate(style) ? dateCell(number, is1904, styles.isElapsed(style)) : number
}

const ISO = /^(?:(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d))?|(\d\d:\d\d:\d\d))(?:\.\d+)?Z?$/

/** A date that the file writes out. */
function isoCell(text: string): Cell {
  const [, day, time, alone] = ISO.exec(text) ?? []
  if (alone) return { date: alone }
  if (!day) return text
  return { date: time && time !== '00:00:00' ? `${day}T${time}` : day }
}
