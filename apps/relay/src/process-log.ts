/**
 * The relay's log: ids, numbers, and only those parts of errors that can't quote an event, because events hold
 * patients' words.
 */
import { type DestinationStream, type Logger, pino } from 'pino'

/** An error with a fixed message. The message of any other error may quote what was read, so it is not logged. */
export class RelayError extends Error {
  override readonly name = 'RelayError'
}

export function createProcessLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: { service: 'relay' }, serializers: { err: describeError, error: describeError } }
  return destination ? pino(options, destination) : pino(options)
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { kind: typeof error }
  const code = 'code' in error ? error.code : undefined
  return {
    kind: error.name,
    ...(typeof code === 'string' && { code }),
    ...(error instanceof RelayError && { message: error.message }),
    at: framesOf(error),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

/** Skips the message at the start of the stack, because a message may look like a frame. */
function framesOf({ stack = '', message }: Error): string[] {
  const said = stack.indexOf(message)
  const frames = said < 0 ? stack : stack.slice(said + message.length)
  return frames
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
}
