/** Work that is due by the clock alone: once every so often, never twice at once, in each process. */
import type { Logger } from 'pino'
import { periodMs } from './backoff.rules.ts'
import { startLoop, type Worker } from './loop.ts'

interface Periodic {
  /** For the log: 'the file sweep'. */
  readonly name: string
  readonly everyMs: number
  /** Whether the first run is at the start, and not one period later. */
  readonly atStart?: boolean
  /** Aborted when the worker is to stop: a long run ends at its next safe point. */
  run(stopping: AbortSignal): Promise<unknown>
}

export function startEvery(
  { log }: { readonly log: Logger },
  { name, everyMs, atStart = false, run }: Periodic,
  random: () => number = Math.random,
): Worker {
  const stopping = new AbortController()
  const pollMs = () => periodMs(everyMs, random())
  const loop = startLoop({
    pass: async () => void (await run(stopping.signal)),
    pollMs,
    firstAfterMs: atStart ? 0 : pollMs(),
    onError: (err) => stopping.signal.aborted || log.warn({ err }, `${name} failed; it runs again at its next time`),
  })
  return {
    stop() {
      stopping.abort()
      return loop.stop()
    },
  }
}
