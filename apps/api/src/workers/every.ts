/** Runs a task periodically in each process. A process never runs the same task twice at once. */
import type { Logger } from 'pino'
import { periodMs } from './backoff.rules.ts'
import { startLoop, type Worker } from './loop.ts'

interface Periodic {
  /** For the log: 'the file sweep'. */
  readonly name: string
  readonly everyMs: number
  /** Runs at the start instead of one period later. */
  readonly atStart?: boolean
  /** `stopping` is aborted when the worker is to stop; a long run then ends at its next safe point. */
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
