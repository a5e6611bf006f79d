import { expect, test } from 'vitest'
import { createBulkhead } from './bulkhead.ts'

const held = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, letGo: resolve }
}

test('bulkhead limits a stuck organization to its own slots', async () => {
  const bulkhead = createBulkhead({ running: 2, waiting: 1, waitMs: 20 })
  const stuck = held()
  const running = [bulkhead.run('o1', stuck.work), bulkhead.run('o1', stuck.work)]
  const third = bulkhead.run('o1', async () => 'late')
  await expect(bulkhead.run('o1', async () => 'one too many')).rejects.toMatchObject({ reason: 'unavailable' })
  expect(await bulkhead.run('o2', async () => 'free')).toBe('free')
  await expect(third).rejects.toMatchObject({ reason: 'unavailable', retryAfterS: 1 })
  stuck.letGo()
  await Promise.all(running)
  expect(await bulkhead.run('o1', async () => 'free')).toBe('free')
})

test('bulkhead hands a slot to the longest waiting call, also after work that failed', async () => {
  const bulkhead = createBulkhead({ running: 1, waiting: 5, waitMs: 1000 })
  const order: string[] = []
  const first = held()
  const failing = bulkhead.run('o1', async () => {
    await first.work()
    throw new Error('no')
  })
  const others = ['a', 'b', 'c'].map((name) => bulkhead.run('o1', async () => void order.push(name)))
  first.letGo()
  await expect(failing).rejects.toThrow('no')
  await Promise.all(others)
  expect(order).toEqual(['a', 'b', 'c'])
})
