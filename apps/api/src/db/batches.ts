import { busy } from './bulkhead.ts'

interface Batching<Item, Result> {
  /** The most items of one run. */
  readonly most: number
  /** The most items that wait for a run; further ones are refused. */
  readonly waiting: number
  /** An item that would wait longer for its run, by the time of the runs before it, is refused. */
  readonly waitMs?: number
  /** Milliseconds of a clock that never goes back. */
  now?(): number
  /** Items with the same key never share a run. By default all items may. */
  keyOf?(item: Item): string
  /**
   * Whether an item that failed so is likely to be added again. Then those with its key that wait behind it fail as well, so that
   * none overtakes it. By default they are run.
   */
  isRepeated?(error: unknown): boolean
  /**
   * Returns one result for each item, in order. A result may be a promise: the next run does not wait for it, and takes no
   * item with the same key before it settles. When the run fails, all its items fail.
   */
  run(items: readonly Item[]): Promise<readonly (Result | Promise<Result>)[]>
}

/** Adds an item and returns its result. */
export type Batches<Item, Result> = (item: Item) => Promise<Result>

/** The weight of the newest run in the average time of a run. */
const NEWEST = 0.2

/**
 * Runs one batch at a time, with all items that arrived while the one before ran. An item that finds no batch running
 * runs at once.
 */
export function createBatches<Item, Result>(batching: Batching<Item, Result>): Batches<Item, Result> {
  const waiting: { readonly item: Item; readonly settle: PromiseWithResolvers<Result> }[] = []
  const { most, waitMs = Number.POSITIVE_INFINITY, now = () => performance.now() } = batching
  const pendingKeys = new Set<string>()
  let isRunning = false
  let began = 0
  let averageMs: number | undefined

  /** The time until the run of a new item begins: the rest of this run, which may hang, and full runs. */
  function expectedMs(): number {
    if (!isRunning || averageMs === undefined) return 0
    return Math.max(averageMs, now() - began) + Math.floor(waiting.length / most) * averageMs
  }

  function takeBatch() {
    const keys = new Set(pendingKeys)
    const taken = new Set(
      waiting
        .filter(({ item }) => {
          const key = batching.keyOf?.(item)
          if (key === undefined) return true
          const isFirst = !keys.has(key)
          keys.add(key)
          return isFirst
        })
        .slice(0, most),
    )
    waiting.splice(0, waiting.length, ...waiting.filter((one) => !taken.has(one)))
    return [...taken]
  }

  function failBehind(item: Item, error: unknown) {
    const key = batching.keyOf?.(item)
    if (key === undefined || batching.isRepeated?.(error) !== true) return
    const behind = new Set(waiting.filter((one) => batching.keyOf?.(one.item) === key))
    waiting.splice(0, waiting.length, ...waiting.filter((one) => !behind.has(one)))
    for (const { settle } of behind) settle.reject(error)
  }

  /** Keeps the items with the key of this one waiting until its result settles. */
  function holdKey(item: Item, result: Promise<Result>) {
    const key = batching.keyOf?.(item)
    if (key === undefined) return
    pendingKeys.add(key)
    const free = () => {
      pendingKeys.delete(key)
      if (!isRunning) void runAll()
    }
    const fail = (error: unknown) => {
      failBehind(item, error)
      free()
    }
    void result.then(free, fail)
  }

  async function runAll() {
    isRunning = true
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
      began = now()
      try {
        const results = await batching.run(batch.map(({ item }) => item))
        for (const [nth, { item, settle }] of batch.entries()) {
          const result = results[nth]
          settle.resolve(result as Result | Promise<Result>)
          if (result instanceof Promise) holdKey(item, result)
        }
      } catch (error) {
        for (const { item, settle } of batch) {
          settle.reject(error)
          failBehind(item, error)
        }
      }
      const tookMs = now() - began
      averageMs = averageMs === undefined ? tookMs : NEWEST * tookMs + (1 - NEWEST) * averageMs
    }
    isRunning = false
  }

  return (item) => {
    if (waiting.length >= batching.waiting || expectedMs() > waitMs) return Promise.reject(busy())
    const settle = Promise.withResolvers<Result>()
    waiting.push({ item, settle })
    if (!isRunning) void runAll()
    return settle.promise
  }
}
