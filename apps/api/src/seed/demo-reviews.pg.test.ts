import { isBlocked, lintReply } from '@foyer/contracts/listings/privacy.rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { testServices } from '../../../../tests/support/services.ts'
import { readSummary } from '../modules/listings/summary.store.ts'
import { addDemoReviews } from './demo-reviews.ts'
import { seedDemo } from './seed.ts'

const NOW = new Date('2026-11-19T15:16:00Z')
let store: FreshDatabase
beforeAll(async () => {
  store = await freshDatabase({ heldMs: 60_000 })
  const parts = testServices(store, { clock: { now: () => NOW } })
  await seedDemo(parts)
  await addDemoReviews(parts)
}, 120_000)
afterAll(() => store.close())

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
