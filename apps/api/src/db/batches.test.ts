import { expect, test } from 'vitest'
import { createBatches } from './batches.ts'

/** Runs that end when the test says so. */
function held(options: { most?: number; waiting?: number; keyOf?: (item: string) => string } = {}) {
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
