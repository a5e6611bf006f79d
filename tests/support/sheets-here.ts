import { Refusal } from '../../apps/api/src/http/refusal.ts'
import { FileNotRead } from '../../apps/api/src/reader/program.ts'
import type { Reader } from '../../apps/api/src/reader/reader.ts'
import { sheetResults } from '../../apps/api/src/reader/sheets/sheet-results.ts'
import { type SheetChoice, sheetProgram } from '../../apps/api/src/reader/sheets/sheet-wire.ts'

/**
 * Reads sheets in the process of the test, because the start of another process takes a second of one core. All other programs
 * have their processes. Tests of a process that dies or that is held back take the reader itself.
 */
export function readingSheetsHere(processes: Reader): Reader {
  return {
    async *read(program, file, input, signal) {
      if (program.url.href !== sheetProgram.url.href) return yield* processes.read(program, file, input, signal)
      try {
        // The same two checks and the same way through JSON as between two processes.
        const choice = program.input.parse(JSON.parse(JSON.stringify(input))) as SheetChoice
        for await (const result of sheetResults(file, choice)) {
          signal?.throwIfAborted()
          yield program.result.parse(JSON.parse(JSON.stringify(result)))
        }
      } catch (error) {
        if (error instanceof FileNotRead) throw new Refusal(error.reason, error.message)
        if (signal?.aborted || error instanceof Refusal) throw error
        throw new Refusal('unreadable_file', 'The file is too large or damaged.', { cause: error })
      }
    },
  }
}
