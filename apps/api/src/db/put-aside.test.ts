import { expect, test } from 'vitest'
import { Refusal } from '../http/refusal.ts'
import { LockedTooLong } from './failure.rules.ts'
import { createPutAside } from './put-aside.ts'

let now: number
/** Work that meets a lock at each of its first tries; `tries` says how long it waited at each. */
function meeting(locks: number, at = (_try: number) => undefined as unknown) {
  const tries: number[] = []
  return {
    tries,
    async work(locksMs: number) {
      tries.push(locksMs)
      await at(tries.length)
      if (tries.length <= locks) throw new LockedTooLong()
      return 'stored'
    },
  }
}

test('putAside runs work again with a longer wait when a lock stopped it', async () => {
  const putAside = createPutAside(() => 0)
  const { work, tries } = meeting(2)
  expect(await putAside('o1', work)).toBe('stored')
  expect(tries).toEqual([50, 250, 250])
})

test('putAside refuses work that has met locks for longer than a caller waits', async () => {
  now = 0
  const putAside = createPutAside(() => now)
  const { work, tries } = meeting(Number.POSITIVE_INFINITY, () => (now += 500))
  await expect(putAside('o1', work)).rejects.toMatchObject({ reason: 'unavailable', retryAfterS: 1 })
  expect(tries).toEqual([50, 250, 250])
})

test('putAside does not repeat work that another failure stopped', async () => {
  const putAside = createPutAside(() => 0)
  const failed = new Refusal('unavailable', 'The store is away.')
  let tries = 0
  const work = async () => {
    tries++
    throw failed
  }
  await expect(putAside('o1', work)).rejects.toBe(failed)
  expect(tries).toBe(1)
})

test('putAside runs one work at a time of those that an organization put aside, and others beside it', async () => {
  const putAside = createPutAside(() => 0)
  const release = Promise.withResolvers<void>()
  const hold = (nth: number) => (nth > 1 ? release.promise : undefined)
  const stuck = [meeting(1, hold), meeting(1, hold), meeting(1, hold)]
  const stored = stuck.map(({ work }) => putAside('o1', work))
  expect(await putAside('o1', meeting(0).work)).toBe('stored')
  expect(await putAside('o2', meeting(1).work)).toBe('stored')
  expect(stuck.map(({ tries }) => tries.length)).toEqual([2, 1, 1])
  release.resolve()
  expect(await Promise.all(stored)).toEqual(['stored', 'stored', 'stored'])
})
