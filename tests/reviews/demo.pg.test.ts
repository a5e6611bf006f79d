/** The demo's reviews beside those of the simulated Google. */
import { createBook } from '@foyer/sandbox/google/book.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDemoReviews } from '../../apps/api/src/seed/demo-reviews.ts'
import { seedDemo } from '../../apps/api/src/seed/seed.ts'
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts'
import { testServices } from '../support/services.ts'

const NOW = new Date('2026-11-19T15:16:00Z')
let store: FreshDatabase
beforeAll(async () => {
  store = await freshDatabase({ heldMs: 60_000 })
  const parts = testServices(store, { clock: { now: () => NOW } })
  await seedDemo(parts)
  await addDemoReviews(parts)
}, 120_000)
afterAll(() => store.close())

test('demo has the same reviews as the Google of the sandbox, so that the first pass changes nothing', async () => {
  const { reviews } = createBook({ now: () => NOW, after: () => () => undefined }, null)
  const ours = await store.query<Record<string, unknown>>(
    'select review_id, stars, comment, updated_at, reply, reply_at from reviews order by review_id',
  )
  const theirs = reviews.map(({ reviewId, stars, comment, updateTime, reply }) => ({
    ...{ review_id: reviewId, stars, comment, updated_at: new Date(updateTime), reply: reply?.comment ?? null },
    reply_at: reply ? new Date(reply.updateTime) : null,
  }))
  expect(ours).toEqual(theirs.sort((one, other) => (one.review_id < other.review_id ? -1 : 1)))
})
