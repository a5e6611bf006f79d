/** The two ends of the pipe between the API and a program that reads one file. Each message is a line of JSON. */
import { z } from 'zod'

/**
 * A program of `apps/api/src/reader`, which runs in a process of its own. The description lies in another file than the
 * program, because the API imports it.
 */
export interface ReaderProgram<Input, Result> {
  /** The program's file: `new URL('./sheet.program.ts', import.meta.url)`. */
  readonly url: URL
  readonly input: z.ZodType<Input>
  /** One of the results that the program yields. The API checks each, because the program worked on a hostile file. */
  readonly result: z.ZodType<Result>
}

/** The reasons for which a program may refuse its file. */
const refusedFor = z.enum(['not_valid', 'unreadable_file', 'too_many_rows'])
export type RefusedFor = z.infer<typeof refusedFor>

export const messageSchema = z.union([
  z.strictObject({ result: z.unknown() }),
  z.strictObject({ refused: z.strictObject({ reason: refusedFor, message: z.string().max(300) }) }),
  /** An error that the program did not expect: its kind and frames, never its message, which may quote the file. */
  z.strictObject({ broke: z.strictObject({ kind: z.string(), at: z.array(z.string()) }) }),
  z.strictObject({ end: z.literal(true) }),
])

export type Message = z.infer<typeof messageSchema>

/** A program throws it when the file itself is not acceptable. The message is shown to the user and quotes no content. */
export class FileNotRead extends Error {
  readonly reason: RefusedFor

  constructor(reason: RefusedFor, message: string) {
    super(message)
    this.name = 'FileNotRead'
    this.reason = reason
  }
}
