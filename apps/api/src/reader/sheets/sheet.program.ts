/** Runs in a process of its own, see `../reader.ts`. */
import { serve } from '../serve.ts'
import { judged } from './judged.ts'
import { sheetProgram } from './sheet-wire.ts'
import { textResults } from './text-file.ts'
import { xlsResults } from './xls.ts'
import { xlsxResults } from './xlsx.ts'

await serve(sheetProgram, async function* (path, choice) {
  const file = await judged(path)
  if (file.kind === 'xlsx') yield* xlsxResults(file.zip, choice)
  else if (file.kind === 'xls') yield* xlsResults(path, choice)
  else yield* textResults(path, choice)
})
