import { expect, test } from 'vitest'
import { createBulkhead } from './bulkhead.ts'

/** Longer than a busy machine ever pauses between two steps of a test. */
const PATIENT_MS = 60_000

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
  const bulkhead = createBulkhead({ running: 1, waiting: 5, waitMs: PATIENT_MS })
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

test('bulkhead runs one piece of work of a person at a time and drops a waiting one for a newer', async () => {
  const bulkhead = createBulkhead({ running: 2, waiting: 5, waitMs: PATIENT_MS })
  const first = held()
  const running = bulkhead.run('o1', first.work, { person: 'lena' })
  const ran: string[] = []
  const run = (name: string, person: string) => bulkhead.run('o1', async () => void ran.push(name), { person })
  const older = run('older', 'lena')
  const newer = run('newer', 'lena')
  await expect(older).rejects.toMatchObject({ reason: 'unavailable', retryAfterS: 1 })
  // The other slot is free for others while Lena's work waits for hers.
  await run('other', 'dana')
  expect(ran).toEqual(['other'])
  first.letGo()
  await Promise.all([running, newer])
  expect(ran).toEqual(['other', 'newer'])
})

test('bulkhead hands a slot past a person who has one, and forgets a person whose work failed', async () => {
  const bulkhead = createBulkhead({ running: 2, waiting: 5, waitMs: PATIENT_MS })
  const [lenas, others] = [held(), held()]
  const running = [
    bulkhead.run('o1', lenas.work, { person: 'lena' }),
    bulkhead.run('o1', others.work, { person: 'omar' }),
  ]
  const ran: string[] = []
  const run = (name: string, person?: string) =>
    bulkhead.run('o1', async () => void ran.push(name), person === undefined ? {} : { person })
  const waiting = [run('lena', 'lena'), run('dana', 'dana'), run('nobody')]
  others.letGo()
  await Promise.all(waiting.slice(1))
  expect(ran).toEqual(['dana', 'nobody'])
  lenas.letGo()
  await Promise.all([...running, ...waiting])
  await expect(bulkhead.run('o1', () => Promise.reject(new Error('no')), { person: 'lena' })).rejects.toThrow('no')
  await run('again', 'lena')
  expect(ran).toEqual(['dana', 'nobody', 'lena', 'again'])
})

test('bulkhead hands a slot to urgent work first, however much other work waits', async () => {
  const bulkhead = createBulkhead({ running: 1, waiting: 2, waitMs: PATIENT_MS })
  const first = held()
  const order: string[] = []
  const run = (name: string, isUrgent: boolean) => bulkhead.run('o1', async () => void order.push(name), { isUrgent })
  const running = bulkhead.run('o1', first.work)
  const all = [run('a', false), run('b', false), run('text', true), run('later text', true)]
  await expect(run('c', false)).rejects.toMatchObject({ reason: 'unavailable' })
  first.letGo()
  await Promise.all([running, ...all])
  expect(order).toEqual(['text', 'later text', 'a', 'b'])
})

test('bulkhead leaves other work a slot when urgent work would take all', async () => {
  const bulkhead = createBulkhead({ running: 2, waiting: 5, waitMs: PATIENT_MS })
  const [first, second, urgent] = [held(), held(), held()]
  const running = [first, second].map(({ work }) => bulkhead.run('o1', work, { isUrgent: true }))
  const order: string[] = []
  const texts = Array.from({ length: 2 }, () => bulkhead.run('o1', urgent.work, { isUrgent: true }))
  const report = bulkhead.run('o1', async () => void order.push('report'))
  first.letGo()
  await report
  expect(order).toEqual(['report'])
  second.letGo()
  urgent.letGo()
  await Promise.all([...running, ...texts])
})

test('bulkhead tells when no work of an organization runs any more, and does not wait for that of others', async () => {
  const bulkhead = createBulkhead({ running: 2, waiting: 1, waitMs: PATIENT_MS })
  const [one, other, elsewhere] = [held(), held(), held()]
  const running = [bulkhead.run('o1', one.work), bulkhead.run('o1', other.work), bulkhead.run('o2', elsewhere.work)]
  let isAtRest = false
  const rest = bulkhead.rest('o1', PATIENT_MS).then(() => {
    isAtRest = true
  })
  one.letGo()
  await running[0]
  await new Promise(setImmediate)
  expect(isAtRest).toBe(false)
  other.letGo()
  await rest
  elsewhere.letGo()
  await Promise.all(running)
  await bulkhead.rest('o1', PATIENT_MS)
})

test('bulkhead waits no longer than asked for work to end', async () => {
  const bulkhead = createBulkhead({ running: 1, waiting: 1, waitMs: PATIENT_MS })
  const stuck = held()
  const running = bulkhead.run('o1', stuck.work)
  await bulkhead.rest('o1', 10)
  stuck.letGo()
  await running
})
