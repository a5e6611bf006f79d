/** One pass at a time: when it is woken, and again after a while whatever woke nobody. All workers run on it. */

/** Work beside the calls, from its start to its `stop`. */
export interface Worker {
  /** The table whose rows it leases, where it leases any. */
  readonly queue?: string
  /** Resolves when nothing of it runs any more. */
  stop(): Promise<void>
}

export interface Loop extends Worker {
  /** Cheap: during a pass it means one more pass afterwards. */
  wake(): void
}

interface LoopOptions {
  /** Gives how long to wait at most until the next pass; without it, the wait is `pollMs` since the last poll. */
  pass(): Promise<number | undefined>
  /** Read before each wait, so that it may have jitter. */
  pollMs(): number
  /** Runs before the pass of a poll, and not before one that was woken. */
  onPoll?(): void
  /** Before the first pass. */
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
