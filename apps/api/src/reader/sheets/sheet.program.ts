/** Runs in a process of its own, see `../reader.ts`. */
import { serve } from '../serve.ts'
import { sheetResults } from './sheet-results.ts'
import { sheetProgram } from './sheet-wire.ts'

await serve(sheetProgram, sheetResults)
