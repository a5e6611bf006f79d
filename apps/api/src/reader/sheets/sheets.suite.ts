/** Files of the tests, and what comes of them in the process of a reader. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import path from 'node:path'
import type { Refusal } from '../../http/refusal.ts'
import { FileNotRead } from '../program.ts'
import { createReader } from '../reader.ts'
import { readSheet } from './sheet.ts'
import { sheetResults } from './sheet-results.ts'
import type { AboutSheet, SheetChoice, SheetRow } from './sheet-wire.ts'

export interface ReadFile {
  readonly about: AboutSheet
  readonly rows: readonly SheetRow[]
}

/** The limit of time is long and the priority is the usual one, since the tests' machine may be busy. */
const patientReader = createReader({
  ...{ atOnce: 2, memoryMb: 256, timeMs: 600_000, waitMs: 600_000 },
  priority: constants.priority.PRIORITY_NORMAL,
})

export async function createFiles() {
  const folder = await mkdtemp(path.join(tmpdir(), 'sheets-'))
  let count = 0
  const keep = async (content: string | Buffer) => {
    const file = path.join(folder, String(++count))
    await writeFile(file, content)
    return file
  }
  return {
    keep,
    /** Reads in this process; answers the sentence of a file that is refused. */
    async read(content: string | Buffer, choice: SheetChoice = {}): Promise<ReadFile | string> {
      return await inThisProcess(await keep(content), choice)
    },
    /** Reads in the process of a reader, and answers the refusal. */
    async readApart(content: string | Buffer, choice: SheetChoice = {}): Promise<ReadFile | Refusal> {
      try {
        const { about, rows } = await readSheet(patientReader, await keep(content), choice)
        return { about, rows: (await Array.fromAsync(rows)).flat() }
      } catch (error) {
        return error as Refusal
      }
    },
    remove: () => rm(folder, { recursive: true }),
  }
}

export async function inThisProcess(file: string, choice: SheetChoice = {}): Promise<ReadFile | string> {
  let about: AboutSheet | undefined
  const rows: SheetRow[] = []
  try {
    for await (const result of sheetResults(file, choice)) {
      if ('about' in result) about = result.about
      else rows.push(...result.rows)
    }
  } catch (error) {
    if (error instanceof FileNotRead) return error.message
    throw error
  }
  if (!about) throw new Error('nothing was said about the sheet')
  return { about, rows }
}

const PROVINCES = path.join(import.meta.dirname, '../../../../../tests/data/spreadsheets/poi/chinese-provinces.xls')

/** A workbook of Excel 97 with another name for its one sheet. */
export function xlsWithSheet(name: string): Buffer {
  const bytes = readFileSync(PROVINCES)
  const isWide = [...name].some((sign) => sign > '\u00ff')
  const characters = Buffer.from(name, isWide ? 'utf16le' : 'latin1')
  // The number of characters, their width, and then they.
  bytes.set([name.length, isWide ? 1 : 0, ...characters], bytes.indexOf('\u0009\u0000provinces', 0, 'latin1'))
  return bytes
}
