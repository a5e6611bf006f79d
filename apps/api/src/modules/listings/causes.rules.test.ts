import { expect, test } from 'vitest'
import { causesOfReview } from './causes.rules.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 3_600_000)
const review = { location_id: 'l1', review_id: 'r1', stars: 2, comment: 'A long wait', created_at: daysAgo(1) }
const read = { last_full_at: daysAgo(3) }

test('causesOfReview tells of a review that the store has not had', () => {
  expect(causesOfReview(null, review, read, NOW)).toEqual([
    { kind: 'reviewArrived', subject: { kind: 'review', id: 'l1/r1' }, data: { stars: 2, hasText: true } },
  ])
  const bare = { ...review, comment: ' ' }
  expect(causesOfReview(null, bare, read, NOW)).toMatchObject([{ data: { stars: 2, hasText: false } }])
})

test.each([
  ['is known', { id: 'r1' }, review, read],
  ['comes with the first pass of its location', null, review, { last_full_at: null }],
  ['was written more than a week ago', null, { ...review, created_at: daysAgo(7.1) }, read],
] as const)('causesOfReview tells nothing of a review that %s', (_, before, after, location) => {
  expect(causesOfReview(before, after, location, NOW)).toEqual([])
})
