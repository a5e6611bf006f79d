import { matchesFilter, type ReviewState } from '@foyer/contracts/listings/states.rules.ts'
import { createRandom } from '@foyer/contracts/random.rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openVisits, type Visits } from '../appointments/visits.suite.ts'
import { openWorld } from './random-world.suite.ts'

const RANGE = { startDate: '2026-10-15', endDate: '2026-11-19' }

let clinic: Visits
beforeAll(async () => {
  clinic = await openVisits()
  const world = await openWorld(clinic)
  await world.grow(createRandom('reviews'), 1)
})
afterAll(() => clinic.close())

/** The days of the range by the clinic's clock. */
const WITHIN = `>= '2026-10-15T05:00:00Z' and at < '2026-11-20T06:00:00Z'`

interface ReviewRow {
  readonly stars: number
  readonly state: ReviewState
}

/** The reviews of the connected location, as the store has them. */
function reviewsWithin(condition: string): Promise<ReviewRow[]> {
  return clinic.store.query<ReviewRow>(
    `select stars, state from (select *, created_at as at from reviews) as r
     where location_id = 'location1' and state <> 'removed' and ${condition}`,
  )
}

test('the reviews are counted by stars, with their average and replies, as a hand count does [CALL-DASH-01] [DASH-02] [OPEN-083]', async () => {
  const rows = await reviewsWithin(`at ${WITHIN}`)
  const { body } = await clinic.call('onlineReviewsCount', 'lena', RANGE)
  const of = (stars: number) => rows.filter((row) => row.stars === stars).length
  const replied = rows.filter((row) => matchesFilter(row, 'replied')).length
  expect(rows.length).toBeGreaterThan(3)
  expect(body.data).toMatchObject({
    ...{ total: rows.length, replied, waiting: rows.length - replied },
    byRating: { 1: of(1), 2: of(2), 3: of(3), 4: of(4), 5: of(5) },
    average: Math.round((rows.reduce((sum, { stars }) => sum + stars, 0) / rows.length) * 100) / 100,
  })
  expect(body.data.series).toHaveLength(36)
})

test('the reviews that wait are as many on the dashboard as the list of reviews counts [DASH-02]', async () => {
  const [list] = await clinic.store.query<{ total: number; waiting: number }>(
    `select sum(total)::int as total, sum(needs_reply)::int as waiting from listing_locations where due_at is not null`,
  )
  const days = { startDate: '2026-01-01', endDate: '2026-12-31' }
  const { body } = await clinic.call('onlineReviewsCount', 'lena', days)
  expect(list?.waiting).toBeGreaterThan(0)
  expect({ total: body.data.total, waiting: body.data.waiting }).toEqual(list)
})

test('the campaigns that sent in the range are listed with what they sent and led to', async () => {
  const sent = await clinic.store.query<{ id: string; sent: number }>(
    `select campaign_id as id, count(*)::int as sent from (select *, coalesce(taken_at, at) as moment from campaign_sends) as s
     where taken_at is not null and moment >= '2026-10-15T05:00:00Z' and moment < '2026-11-20T06:00:00Z' group by 1`,
  )
  const { body } = await clinic.call('dashboardCampaigns', 'lena', RANGE)
  const listed = body.data.map((one: { _id: string; sent: number }) => ({ id: one._id, sent: one.sent }))
  expect(listed).toHaveLength(sent.length)
  expect(listed).toEqual(expect.arrayContaining(sent))
  expect(body.data[0]).toMatchObject({
    name: 'Flu',
    sentAt: expect.any(String),
    replied: expect.any(Number),
    booked: expect.any(Number),
  })
  expect((await clinic.call('dashboardCampaigns', 'omar', { ...RANGE, organizationId: 'o2' })).body.data).toEqual([])
})
