import { expect, test } from 'vitest'
import { createBatches } from './batches.ts'

interface Options {
  readonly most?: number
  readonly waiting?: number
  readonly waitMs?: number
  readonly now?: () => number
  readonly keyOf?: (item: string) => string
}

/** Runs that end when the test says so. */
function held(options: Options = {}) {
  const runs: { readonly items: readonly string[]; readonly settle: PromiseWithResolvers<void> }[] = []
  const add = createBatches<string, string>({
    ...{ most: 3, waiting: 5, ...options },
    async run(items) {
      const settle = Promise.withResolvers<void>()
      runs.push({ items, settle })
      await settle.promise
      return items.map((item) => item.toUpperCase())
    },
  })
  return { add, runs, itemsOf: () => runs.map(({ items }) => items.join('')) }
}

test('batches run an item at once, and together those that arrive meanwhile', async () => {
  const { add, runs, itemsOf } = held()
  const results = [...'abcde'].map(add)
  expect(itemsOf()).toEqual(['a'])
  runs[0]!.settle.resolve()
  await results[0]
  await expect.poll(itemsOf).toEqual(['a', 'bcd'])
  runs[1]!.settle.resolve()
  await expect.poll(itemsOf).toEqual(['a', 'bcd', 'e'])
  runs[2]!.settle.resolve()
  expect(await Promise.all(results)).toEqual([...'ABCDE'])
})

test('batches keep items with the same key apart and in order', async () => {
  const { add, runs, itemsOf } = held({ keyOf: (item) => item.toLowerCase() })
  const results = [...'abBcb'].map(add)
  for (const nth of [0, 1, 2, 3]) {
    await expect.poll(() => runs.length).toBe(nth + 1)
    runs[nth]!.settle.resolve()
  }
  await Promise.all(results)
  expect(itemsOf()).toEqual(['a', 'bc', 'B', 'b'])
})

test('batches run further items beside a pending result, except those with its key', async () => {
  const pending = Promise.withResolvers<string>()
  const runs: string[] = []
  const add = createBatches<string, string>({
    ...{ most: 3, waiting: 5, keyOf: (item) => item.toLowerCase() },
    async run(items) {
      runs.push(items.join(''))
      return items.map((item) => (item === 'a' ? pending.promise : item))
    },
  })
  const first = add('a')
  const behind = add('A')
  expect(await add('b')).toBe('b')
  expect(await add('c')).toBe('c')
  expect(runs.join(' ')).not.toContain('A')
  pending.resolve('done')
  expect([await first, await behind]).toEqual(['done', 'A'])
})

test.each([
  ['a pending result', (error: Error) => [Promise.reject(error)]],
  [
    'a run',
    (error: Error) => {
      throw error
    },
  ],
])('batches fail what waits behind an item with its key when %s fails so that it is repeated', async (_, fail) => {
  const begun = Promise.withResolvers<void>()
  const runs: string[] = []
  const add = createBatches<string, string>({
    ...{ most: 3, waiting: 5, keyOf: (item) => item.toLowerCase() },
    isRepeated: (error) => error instanceof Error && error.message === 'later',
    async run(items) {
      runs.push(items.join(''))
      await begun.promise
      if (items[0] === 'a') return fail(new Error('later'))
      if (items[0] === 'b') return fail(new Error('never'))
      return items
    },
  })
  const added = [...'aAbAB'].map(add)
  begun.resolve()
  expect(
    (await Promise.allSettled(added)).map((one) => (one.status === 'rejected' ? one.reason.message : one.value)),
  ).toEqual(['later', 'later', 'never', 'later', 'B'])
  expect(runs).toEqual(['a', 'b', 'B'])
  expect(await add('A')).toBe('A')
})

test('batches fail the items of a failed run and no others', async () => {
  const { add, runs } = held({ most: 1 })
  const [first, second] = ['a', 'b'].map(add)
  runs[0]!.settle.reject(new Error('no'))
  await expect(first).rejects.toThrow('no')
  await expect.poll(() => runs.length).toBe(2)
  runs[1]!.settle.resolve()
  expect(await second).toBe('B')
})

test('batches refuse further items when too many wait', async () => {
  const { add, runs } = held({ waiting: 2 })
  const taken = [...'abc'].map(add)
  await expect(add('d')).rejects.toMatchObject({ reason: 'unavailable', retryAfterS: 1 })
  runs[0]!.settle.resolve()
  await expect.poll(() => runs.length).toBe(2)
  runs[1]!.settle.resolve()
  expect(await Promise.all(taken)).toEqual(['A', 'B', 'C'])
})

/** Batches of two whose items may wait 100 ms, and whose first run has taken 40 ms by the clock that the test sets. */
async function measured() {
  let nowMs = 0
  const batches = held({ most: 2, waiting: 100, waitMs: 100, now: () => nowMs })
  const first = batches.add('a')
  nowMs += 40
  batches.runs[0]!.settle.resolve()
  await first
  const passMs = (ms: number) => {
    nowMs += ms
  }
  return { ...batches, passMs }
}

test('batches refuse an item at once when the runs before it take longer than it may wait', async () => {
  const { add, runs } = await measured()
  // One run is under way, and each of the two others before the last item takes 40 ms as well.
  const taken = [...'bcdef'].map(add)
  const refused = expect(add('g')).rejects.toMatchObject({ reason: 'unavailable', retryAfterS: 1 })
  for (const nth of [1, 2, 3]) {
    await expect.poll(() => runs.length).toBe(nth + 1)
    runs[nth]!.settle.resolve()
  }
  expect(await Promise.all(taken)).toEqual([...'BCDEF'])
  await refused
})

test('batches refuse items while a run takes longer than they may wait, and take them again after it', async () => {
  const { add, runs, passMs } = await measured()
  const slow = add('b')
  passMs(101)
  await expect(add('c')).rejects.toMatchObject({ reason: 'unavailable' })
  runs[1]!.settle.resolve()
  await slow
  const next = add('d')
  runs[2]!.settle.resolve()
  expect(await next).toBe('D')
})
