/** The demo's reviews, also beside those of the simulated Google. */
import { isBlocked, lintReply } from '@foyer/contracts/listings/privacy.rules.ts'
import { createBook } from '@foyer/sandbox/google/book.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSummary } from '../../apps/api/src/modules/listings/summary.store.ts'
import { addDemoReviews } from '../../apps/api/src/seed/demo-reviews.ts'
import { seedDemo } from '../../apps/api/src/seed/seed.ts'
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts'
import { testServices } from '../support/services.ts'

const NOW = new Date('2026-11-19T15:16:00Z')
let store: FreshDatabase
beforeAll(async () => {
  store = await freshDatabase()
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

test('demo has the reviews of four locations, seven of which need a reply at Cedar [REV-01] [OPEN-003]', async () => {
  const summary = await store.database.read('org_cedar', (tx) => readSummary(tx, 'org_cedar'))
  expect(summary).toMatchObject({ connection: 'connected', total: 84, needsReply: 7, low: 3, drafts: 1, rejected: 1 })
  const rows = await store.query<{ state: string }>('select distinct state from reviews order by state')
  expect(rows.map(({ state }) => state)).toEqual(['needsReply', 'pending', 'public', 'rejected'])
})

test('demo has six canned replies, none of which the lint blocks', async () => {
  const rows = await store.query<{ comment: string }>('select comment from review_canned_replies')
  expect(rows).toHaveLength(6)
  const facts = { reviewer: 'Patrick D.', phone: '(512) 555-0100' }
  const filled = rows.map(({ comment }) =>
    comment.replace('{{reviewer}}', 'Patrick D.').replace('{{phone}}', facts.phone),
  )
  expect(filled.filter((text) => isBlocked(lintReply(text, facts)))).toEqual([])
})
