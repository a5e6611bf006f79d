/** Reads a sheet of rows: csv, tsv, xlsx and xls. What is no sheet, or a damaged one, is refused in a sentence. */
import { Refusal } from '../../http/refusal.ts'
import { FileNotRead } from '../program.ts'
import type { Reader } from '../reader.ts'
import { judged } from './judged.ts'
import { type AboutSheet, type SheetChoice, type SheetResult, type SheetRow, sheetProgram } from './sheet-wire.ts'

export interface ReadSheet {
  readonly about: AboutSheet
  /**
   * The rows below the header that hold something, in batches. They are read once, as they are taken; ending the loop
   * ends the process. A file that turns out to be damaged throws here.
   */
  readonly rows: AsyncGenerator<readonly SheetRow[], void, undefined>
}

/** Refuses what is no sheet by its first bytes and by its directory, before anything is unpacked. */
export async function judgeSheet(path: string): Promise<void> {
  try {
    const file = await judged(path)
    if (file.kind === 'xlsx') file.zip.close()
  } catch (error) {
    if (error instanceof FileNotRead) throw new Refusal(error.reason, error.message)
    throw error
  }
}

export async function readSheet(
  reader: Reader,
  path: string,
  choice: SheetChoice = {},
  signal?: AbortSignal,
): Promise<ReadSheet> {
  const results = reader.read(sheetProgram, path, choice, signal)
  const first = await results.next()
  if (first.done || !('about' in first.value)) {
    await results.return()
    throw new Refusal('unreadable_file', 'The file is too large or damaged.')
  }
  return { about: first.value.about, rows: batchesOf(results) }
}

async function* batchesOf(results: AsyncIterable<SheetResult>): ReadSheet['rows'] {
  for await (const result of results) if ('rows' in result) yield result.rows
}
