/** A sheet of any kind as results. */
import { judged } from './judged.ts'
import type { SheetChoice, SheetResult } from './sheet-wire.ts'
import { textResults } from './text-file.ts'
import { xlsResults } from './xls.ts'
import { xlsxResults } from './xlsx.ts'

export async function* sheetResults(path: string, choice: SheetChoice): AsyncGenerator<SheetResult> {
  const file = await judged(path)
  if (file.kind === 'xls') return yield* xlsResults(path, choice)
  if (file.kind === 'text') return yield* textResults(path, choice)
  try {
    yield* xlsxResults(file.zip, choice)
  } finally {
    file.zip.close()
  }
}
