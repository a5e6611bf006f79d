import { processorMs } from '../db/process-facts.ts'

export interface ReadingLimits {
  /** The processor time that the process may take while its caller waits, in milliseconds. */
  readonly timeMs: number
  /** The time that its caller waits in all, in milliseconds: on a busy machine a process may hardly get the processor. */
  readonly waitMs: number
}

export interface ReadingClock {
  /** The limit that is reached: the file took too long, or the machine did. */
  readonly over: 'file' | 'machine' | null
  /** Runs the work, and calls `end` if a limit is reached before the work is done. */
  inTime<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Counts only while the caller waits for the process, so a busy database does not end a reading. Where the system does
 * not tell the processor time of a process, all of the wait counts.
 */
export function createReadingClock(pid: number | undefined, limits: ReadingLimits, end: () => void): ReadingClock {
  const left = { ...limits }
  let over: ReadingClock['over'] = null
  const now = () => performance.now()
  const worked = () => (pid === undefined ? undefined : processorMs(pid))

  return {
    get over() {
      return over
    },
    async inTime(work) {
      const began = { at: now(), worked: worked() }
      const waited = () => now() - began.at
      /** The last count stays when the process has ended. */
      let counted = 0
      const spent = () => {
        const ms = worked()
        if (began.worked === undefined) return waited()
        if (ms !== undefined) counted = ms - began.worked
        return counted
      }
      const look = () => {
        const [timeMs, waitMs] = [left.timeMs - spent(), left.waitMs - waited()]
        if (timeMs > 0 && waitMs > 0) {
          timer = setTimeout(look, Math.max(10, Math.min(timeMs, waitMs)))
          return
        }
        over = timeMs > 0 ? 'machine' : 'file'
        end()
      }
      let timer = setTimeout(look, Math.max(1, Math.min(left.timeMs, left.waitMs)))
      try {
        return await work()
      } finally {
        clearTimeout(timer)
        left.timeMs -= spent()
        left.waitMs -= waited()
      }
    },
  }
}

/** A signal that aborts after this time, with a reason that is made then. */
export function abortAfter(ms: number, reason: () => unknown): AbortSignal {
  const stop = new AbortController()
  setTimeout(() => stop.abort(reason()), ms).unref()
  return stop.signal
}
