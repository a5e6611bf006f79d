/** The loop of all workers. It runs one pass at a time, whenever it is woken and after each poll interval. */

/** A background task that runs until `stop`. */
export interface Worker {
  /** The table whose rows it leases; absent if it leases none. */
  readonly queue?: string
  /** Resolves when the worker has ended all its work. */
  stop(): Promise<void>
}

export interface Loop extends Worker {
  /** Starts a pass, or one more pass after the current one. Cheap to call. */
  wake(): void
}

interface LoopOptions {
  /** Returns the longest wait until the next pass; undefined means `pollMs` since the last poll. */
  pass(): Promise<number | undefined>
  /** Read before each wait, so that it may have jitter. */
  pollMs(): number
  /** Runs before each pass that a poll starts, but not before one that `wake` starts. */
  onPoll?(): void
  /** The delay before the first pass. */
  firstAfterMs?: number
  onError(error: unknown): void
}

export function startLoop({ pass, pollMs, onPoll, firstAfterMs = 0, onError }: LoopOptions): Loop {
  let isStopped = false
  let isWanted = false
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    let waitMs: number | undefined
    while (isWanted && !isStopped) {
      isWanted = false
      waitMs = await pass().catch((error: unknown) => void onError(error))
    }
    if (waitMs !== undefined || timer === undefined) arm(waitMs ?? pollMs())
  }

  function wake(): void {
    isWanted = true
    if (isStopped || running !== null) return
    running = run().finally(() => {
      running = null
      if (isWanted) wake()
    })
  }

  function poll(): void {
    timer = undefined
    onPoll?.()
    wake()
  }

  function arm(ms: number): void {
    clearTimeout(timer)
    timer = isStopped ? undefined : setTimeout(poll, ms)
  }

  if (firstAfterMs > 0) arm(firstAfterMs)
  else poll()

  return {
    wake,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
