/**
 * Reads files of strangers in a process of their own, which may read that file and the code and nothing else: no other
 * file, no network, no process, no variable of the environment. If the file kills the process, the API lives.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { Refusal } from '../http/refusal.ts'
import { abortAfter, createReadingClock, type ReadingLimits } from './clock.ts'
import { type Message, messageSchema, type ReaderProgram } from './program.ts'
import { createSlots } from './slots.ts'

export interface ReaderLimits extends ReadingLimits {
  /** The processes that run at once; further readings wait. */
  readonly atOnce: number
  readonly memoryMb: number
  /** The priority of the processes: calls of people come before files. */
  readonly priority: number
}

export interface Reader {
  /**
   * Starts the program on the file at `path` and yields its results one after the other. The program goes on only when
   * its results are taken. The process ends when the caller stops reading, and when `signal` is aborted, which throws
   * the signal's reason. A file that the program refuses, or that kills it, throws a `Refusal`.
   */
  read<Input, Result>(
    program: ReaderProgram<Input, Result>,
    path: string,
    input: Input,
    signal?: AbortSignal,
  ): AsyncGenerator<Result, void, undefined>
}

const LIMITS: ReaderLimits = {
  ...{ atOnce: 2, memoryMb: 256, timeMs: 60_000, waitMs: 300_000 },
  priority: constants.priority.PRIORITY_LOW,
}
/** nginx ends a call after 60 s, and its caller is gone. */
const CALL_WAIT_MS = 55_000
/** The longest line that a program may write: a page of a PDF as a picture is far shorter. */
const LONGEST_LINE = 32 * 1024 * 1024
/** A page of WebAssembly's memory. */
const WASM_PAGE = 64 * 1024

const own = (from: string) => path.join(import.meta.dirname, from)
/** The code that a program may read; its other imports are not found. */
const CODE = [
  own('.'),
  own('../../package.json'),
  own('../../node_modules'),
  own('../../../../node_modules'),
  own('../../../../packages/contracts'),
]

/** A signal, an exit code, or the error of a process that never began. */
type End = string | Error

/** The cause of the refusal, for the log: how the process ended, and nothing that the file says. */
class ReaderDied extends Error {
  readonly code: string

  constructor(code: string, frames: readonly string[] = []) {
    super(code)
    this.name = 'ReaderDied'
    this.code = code
    this.stack = [code, ...frames.map((frame) => `    ${frame}`)].join('\n')
  }
}

/** Aborts a reading for a call, also while it waits for its turn, so that it takes no processor when its caller is gone. */
export function endOfCall(): AbortSignal {
  return abortAfter(CALL_WAIT_MS, () => notNow(new ReaderDied('waited too long')))
}

export function createReader(own: Partial<ReaderLimits> = {}): Reader {
  const limits = { ...LIMITS, ...own }
  const enter = createSlots(limits.atOnce)
  return {
    async *read(program, file, input, signal) {
      const leave = await enter(signal)
      try {
        yield* run(program, file, input, signal, limits)
      } finally {
        leave()
      }
    },
  }
}

async function* run<Input, Result>(
  program: ReaderProgram<Input, Result>,
  file: string,
  input: Input,
  signal: AbortSignal | undefined,
  limits: ReaderLimits,
): AsyncGenerator<Result, void, undefined> {
  const child = started([...flags(file, limits), fileURLToPath(program.url), file], limits.priority)
  const ended = endOf(child)
  if (!child.stdin || !child.stdout) throw notNow(await ended)
  const kill = () => void child.kill('SIGKILL')
  signal?.addEventListener('abort', kill, { once: true })
  // A process that ends before it read its input closes the pipe; its end says why.
  child.stdin.on('error', () => {}).end(JSON.stringify(input))
  const lines = linesOf(child.stdout)
  const clock = createReadingClock(child.pid, limits, kill)
  try {
    for (;;) {
      const { value: line } = await clock.inTime(() => lines.next())
      signal?.throwIfAborted()
      if (clock.over === 'machine') throw notNow(new ReaderDied('waited too long'))
      if (clock.over === 'file') throw unreadable('timeout')
      if (line === undefined) throw refusalOf(await ended)
      const result = resultOf(line, program)
      if (!result) return
      yield result.value
    }
  } finally {
    kill()
    signal?.removeEventListener('abort', kill)
    // The end comes after the last byte is read, or after nobody will read it.
    child.stdout.destroy()
    await ended
  }
}

function flags(file: string, { memoryMb }: ReaderLimits): string[] {
  return [
    '--permission',
    ...[realpathSync(file), file, ...CODE].map((readable) => `--allow-fs-read=${readable}`),
    `--max-old-space-size=${memoryMb}`,
    `--wasm-max-mem-pages=${(memoryMb * 1024 * 1024) / WASM_PAGE}`,
  ]
}

function started(args: readonly string[], priority: number): ChildProcess {
  try {
    const child = spawn(process.execPath, args, { env: { TZ: 'UTC' }, stdio: ['pipe', 'pipe', 'ignore'] })
    yieldToOthers(child, priority)
    return child
  } catch (error) {
    throw notNow(error)
  }
}

/** At a low priority the process gets the processor when nothing else needs it. */
function yieldToOthers({ pid }: ChildProcess, priority: number): void {
  if (pid === undefined) return
  try {
    setPriority(pid, priority)
  } catch {
    // The process has ended, or the system does not allow it: then it reads at the usual priority.
  }
}

/** Says how the process ended; a process that could not be started has an end too. */
async function endOf(child: ChildProcess): Promise<End> {
  try {
    const [code, signal] = await once(child, 'close')
    return signal ?? `exit ${code}`
  } catch (error) {
    return error instanceof Error ? error : 'not started'
  }
}

function resultOf<Input, Result>(line: Buffer, program: ReaderProgram<Input, Result>): { value: Result } | undefined {
  const message = messageOf(line)
  if ('end' in message) return undefined
  if ('refused' in message) throw new Refusal(message.refused.reason, message.refused.message)
  if ('broke' in message) throw unreadable(message.broke.kind, message.broke.at)
  const result = program.result.safeParse(message.result)
  if (!result.success) throw unreadable('other result')
  return { value: result.data }
}

function messageOf(line: Buffer): Message {
  try {
    return messageSchema.parse(JSON.parse(line.toString()))
  } catch {
    throw unreadable('no message')
  }
}

/** The lines of the pipe. The pipe is read only as far as its lines are taken. */
async function* linesOf(pipe: Readable): AsyncGenerator<Buffer, undefined> {
  let begun: Buffer[] = []
  let length = 0
  for await (const chunk of pipe as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)])
      begun = []
      length = 0
      from = end + 1
    }
    begun.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > LONGEST_LINE) throw unreadable('long line')
  }
}

function refusalOf(end: End): Refusal {
  return end instanceof Error ? notNow(end) : unreadable(end)
}

/** The one refusal of a file that can't be read, for whatever reason. */
function unreadable(how: string, frames?: readonly string[]): Refusal {
  const cause = new ReaderDied(how, frames)
  return new Refusal('unreadable_file', 'The file is too large or damaged.', { cause })
}

/** The machine has no process or no processor to give at the moment, which says nothing about the file. */
function notNow(cause: unknown): Refusal {
  return new Refusal('unavailable', 'The file could not be read now. Try again.', { retryAfterS: 5, cause })
}
