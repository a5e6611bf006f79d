/** The program's end of the pipe: it reads its input from stdin and writes each result to stdout. */
import { json } from 'node:stream/consumers'
import { FileNotRead, type Message, type ReaderProgram } from './program.ts'

/**
 * Runs the program of this process. A write waits until the API has read what came before, so the program holds one
 * result at a time.
 */
export async function serve<Input, Result>(
  program: Pick<ReaderProgram<Input, Result>, 'input'>,
  read: (path: string, input: Input) => AsyncIterable<Result>,
): Promise<void> {
  const write = process.stdout.write.bind(process.stdout)
  // A library that prints must not write between the results.
  console.log = console.info = console.debug = () => {}
  try {
    const input = program.input.parse(await json(process.stdin))
    for await (const result of read(process.argv[2] ?? '', input)) await say(write, { result })
    await say(write, { end: true })
  } catch (error) {
    await say(write, described(error))
  }
}

function say(write: typeof process.stdout.write, message: Message): Promise<void> {
  return new Promise((resolve, reject) => {
    write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()))
  })
}

function described(error: unknown): Message {
  if (error instanceof FileNotRead) return { refused: { reason: error.reason, message: error.message } }
  if (!(error instanceof Error)) return { broke: { kind: typeof error, at: [] } }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at \S+ \(?(file|node):/.test(line))
  return { broke: { kind: error.constructor.name, at: frames.map((line) => line.trim()) } }
}
