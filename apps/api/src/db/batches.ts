import { busy } from './bulkhead.ts'

interface Batching<Item, Result> {
  /** The most items of one run. */
  readonly most: number
  /** The most items that wait for a run; further ones are refused. */
  readonly waiting: number
  /** Items with the same key never share a run. By default all items may. */
  keyOf?(item: Item): string
  /** Returns one result for each item, in order. When it fails, all items of the run fail. */
  run(items: readonly Item[]): Promise<readonly Result[]>
}

/** Adds an item and returns its result. */
export type Batches<Item, Result> = (item: Item) => Promise<Result>

/**
 * Runs one batch at a time, with all items that arrived while the one before ran. An item that finds no batch running
 * runs at once.
 */
export function createBatches<Item, Result>(batching: Batching<Item, Result>): Batches<Item, Result> {
  const waiting: { readonly item: Item; readonly settle: PromiseWithResolvers<Result> }[] = []
  let isRunning = false

  function takeBatch() {
    const keys = new Set<string>()
    const taken = new Set(
      waiting
        .filter(({ item }) => {
          const key = batching.keyOf?.(item)
          if (key === undefined) return true
          const isFirst = !keys.has(key)
          keys.add(key)
          return isFirst
        })
        .slice(0, batching.most),
    )
    waiting.splice(0, waiting.length, ...waiting.filter((one) => !taken.has(one)))
    return [...taken]
  }

  async function runAll() {
    isRunning = true
    while (waiting.length > 0) {
      const batch = takeBatch()
      try {
        const results = await batching.run(batch.map(({ item }) => item))
        for (const [nth, { settle }] of batch.entries()) settle.resolve(results[nth] as Result)
      } catch (error) {
        for (const { settle } of batch) settle.reject(error)
      }
    }
    isRunning = false
  }

  return (item) => {
    if (waiting.length >= batching.waiting) return Promise.reject(busy())
    const settle = Promise.withResolvers<Result>()
    waiting.push({ item, settle })
    if (!isRunning) void runAll()
    return settle.promise
  }
}
