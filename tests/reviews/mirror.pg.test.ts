/** The mirror of reviews beside the simulated Google: faults in any order, and at rest both are equal. */
import { createRandom } from '@foyer/contracts/random.rules.ts'
import { expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { NORTHGATE, reviewsWorld } from './reviews.suite.ts'

const world = reviewsWorld()

async function ours() {
  const rows = await world.clinics.store.query<Record<string, unknown>>(
    `select review_id, reviewer, stars, comment, updated_at, reply, reply_state from reviews
     where organization_id = 'org_cedar' and state <> 'removed' order by review_id`,
  )
  return rows.map((row) => ({ ...row, updated_at: (row.updated_at as Date).toISOString() }))
}

async function googles() {
  const { reviews } = await world.google()
  return reviews
    .filter(({ locationId }) => locationId.startsWith('11'))
    .map(({ reviewId, reviewer, stars, comment, updateTime, reply }) => ({
      ...{ review_id: reviewId, reviewer, stars, comment, updated_at: updateTime },
      ...{ reply: reply?.comment ?? null, reply_state: reply?.reviewReplyState ?? null },
    }))
    .sort((one, other) => (one.review_id < other.review_id ? -1 : 1))
}

const isEqual = async () => {
  const [one, other] = await Promise.all([ours(), googles()])
  return JSON.stringify(one) === JSON.stringify(other)
}

test('listingReviews answers pages of 50 with a token, and all of 60 once [CALL-LISTINGS-06] [CONST-10]', async () => {
  world.start(['mirror'])
  await until(isEqual)
  const page = async (query: string) => (await world.ask('GET', `locations/${NORTHGATE}/reviews${query}`)).body
  const first = await page('')
  expect([first.reviews.length, typeof first.nextPageToken]).toEqual([50, 'string'])
  const second = await page(`?pageToken=${encodeURIComponent(first.nextPageToken)}`)
  expect([second.reviews.length, second.nextPageToken]).toEqual([10, undefined])
  const ids = [...first.reviews, ...second.reviews].map(({ reviewId }: { reviewId: string }) => reviewId)
  expect(new Set(ids).size).toBe(60)
  expect((await page('?pageSize=20')).reviews).toHaveLength(20)
  for (const wrong of ['?pageSize=0', '?pageSize=51', '?pageToken=x'])
    expect((await world.ask('GET', `locations/${NORTHGATE}/reviews${wrong}`)).status, wrong).toBe(400)
})

test('counts of the summary equal the rows, for each location and in all', async () => {
  world.start(['mirror'])
  await until(isEqual)
  const { body } = await world.ask('GET', 'locations/-/reviews?pageSize=1')
  const { summary } = body.foyer
  expect(summary).toMatchObject({ total: 84, needsReply: 7, replied: 77, low: 3, rejected: 1 })
  expect(summary.locations).toMatchObject([{ total: 60 }, { total: 24 }])
})

test('review that a customer writes starts the rules that wait for it, and those of the first pass start none', async () => {
  const arrived = () =>
    world.clinics.store.query<{ subject: string; data: object }>(
      `select subject_id as subject, data from causes where organization_id = 'org_cedar' and kind = 'reviewArrived'`,
    )
  await world.clinics.store.query(`delete from causes where kind = 'reviewArrived'`)
  world.start(['mirror'])
  await until(isEqual)
  await until(async () => {
    const [row] = await world.clinics.store.query<{ whole: boolean }>(
      `select bool_and(last_full_at is not null) as whole from listing_locations where organization_id = 'org_cedar'`,
    )
    return row?.whole === true
  })
  expect(await arrived()).toEqual([])
  const reviewId = await world.customer({ reviewer: 'Theo K.', stars: 2, comment: 'A long wait.' })
  await until(async () => (await world.review(reviewId)) !== undefined)
  expect(await arrived()).toEqual([{ subject: `${NORTHGATE}/${reviewId}`, data: { stars: 2, hasText: true } }])
  await world.customer({ reviewId, reviewer: 'Theo K.', stars: 1, comment: 'A very long wait.' })
  await until(async () => (await world.review(reviewId))?.starRating === 'ONE')
  expect(await arrived()).toHaveLength(1)
})

test('pass in which nothing changed writes no review', async () => {
  world.start(['mirror'])
  await until(isEqual)
  const versions = () => world.clinics.store.query('select review_id, version, seen_at from reviews order by review_id')
  const before = await versions()
  const passes = async () =>
    (
      await world.clinics.store.query<{ at: Date }>(
        `select min(last_sync_at) as at from listing_locations where organization_id = 'org_cedar'`,
      )
    )[0]?.at
  await world.clinics.store.query(
    `update listing_locations set last_full_at = now() - interval '2 days', due_at = now()`,
  )
  const since = await passes()
  await until(async () => ((await passes())?.getTime() ?? 0) > (since?.getTime() ?? 0))
  expect(await versions()).toEqual(before)
})

test('location is looked at again when the poll is due, not at once', async () => {
  world.start(['mirror'])
  await until(isEqual)
  const quiet = async () => {
    const rows = await world.clinics.store.query<{ wait: number }>(
      `select extract(epoch from due_at - last_sync_at)::float8 as wait from listing_locations
       where organization_id = 'org_cedar' and pass_since is null and last_full_at is not null`,
    )
    return rows.length === 2 && rows.every(({ wait }) => wait > 0.8 && wait < 5)
  }
  await until(quiet)
})

test('review that cannot be read holds no pass up', async () => {
  world.start(['mirror'])
  await until(isEqual)
  await world.stop()
  const { reviews } = await world.google()
  const gone = reviews.find(({ locationId }) => locationId === NORTHGATE)?.reviewId ?? ''
  await world.sandbox.post('google/reviews/remove', { reviewId: gone })
  await world.clinics.store.query(
    `update listing_locations set last_full_at = now() - interval '2 days', due_at = now() where id = $1`,
    [NORTHGATE],
  )
  world.start(['mirror'], { ...world.gateway(), review: async () => ({ outcome: 'unreadable' }) })
  const location = async () =>
    (
      await world.clinics.store.query<{ ended: boolean; problem: string | null; failed: number }>(
        `select last_full_at > now() - interval '1 day' as ended, problem, failed from listing_locations
         where organization_id = 'org_cedar' and id = $1`,
        [NORTHGATE],
      )
    )[0]
  // A look just after the pass may be told to wait, which ends by itself.
  await until(async () => {
    const { ended, problem, failed } = (await location()) ?? {}
    return ended === true && problem === null && failed === 0
  })
  expect(await world.review(gone)).toBeDefined()
})

test('mirror removes a review that Google deleted when another that cannot be read makes the counts equal', async () => {
  world.start(['mirror'])
  const rested = async () =>
    (
      await world.clinics.store.query<{ rests: boolean }>(
        `select pass_since is null and last_full_at > now() - interval '1 day' as rests from listing_locations where id = $1`,
        [NORTHGATE],
      )
    )[0]?.rests === true
  // The first pass has ended, so that the next one begins with the first page.
  await until(rested)
  await world.stop()
  const { reviews } = await world.google()
  const gone = reviews.find(({ locationId }) => locationId === NORTHGATE)?.reviewId ?? ''
  await world.sandbox.post('google/reviews/remove', { reviewId: gone })
  const spoilt = await world.customer({ reviewer: 'Theo K.', comment: 'In signs of another kind.' })
  await world.clinics.store.query(
    `update listing_locations set last_full_at = now() - interval '2 days', due_at = now() where id = $1`,
    [NORTHGATE],
  )
  const gateway = world.gateway()
  world.start(['mirror'], {
    ...gateway,
    async reviews(...asked) {
      const answer = await gateway.reviews(...asked)
      if (answer.outcome !== 'ok') return answer
      const readable = answer.value.reviews.filter(({ reviewId }) => reviewId !== spoilt)
      const skipped = answer.value.skipped + answer.value.reviews.length - readable.length
      return { ...answer, value: { ...answer.value, reviews: readable, skipped } }
    },
  })
  const kept = async (reviewId: string) =>
    (await ours()).some((row) => 'review_id' in row && row.review_id === reviewId)
  await until(rested)
  expect([await kept(gone), await kept(spoilt)]).toEqual([false, false])
})

test('pass whose page tokens Google always refuses waits longer each time and says why, and goes on when they are taken', async () => {
  const gateway = world.gateway()
  const refusal = { status: 'INVALID_ARGUMENT', message: 'The page token is not valid.', fields: [] }
  world.start(['mirror'], {
    ...gateway,
    reviews: async (consent, of, pageToken) =>
      pageToken === undefined ? gateway.reviews(consent, of) : { outcome: 'refused', refusal },
  })
  const location = async () =>
    (
      await world.clinics.store.query<{ problem: string | null; failed: number; restarts: number }>(
        `select problem, failed, pass_restarts as restarts from listing_locations
         where organization_id = 'org_cedar' and id = $1`,
        [NORTHGATE],
      )
    )[0]
  // Each failed try waits longer than the one before. The first two refused tokens of a pass are no failed tries.
  await until(async () => {
    const { problem, failed = 0, restarts = 0 } = (await location()) ?? {}
    return problem === 'refused' && restarts > 2 && failed > 2
  })
  await world.stop()
  await world.clinics.store.query(`update listing_locations set due_at = now() where due_at is not null`)
  world.start(['mirror'])
  await until(isEqual)
  await until(async () => {
    const { problem, failed, restarts } = (await location()) ?? {}
    return problem === null && failed === 0 && restarts === 0
  })
}, 120_000)

test('location of a former account is neither counted nor shown, and takes no change', async () => {
  world.start(['mirror'])
  await until(isEqual)
  await world.stop()
  const { reviews } = await world.google()
  const reviewId = reviews.find((one) => one.locationId === NORTHGATE && !one.reply)?.reviewId
  await world.clinics.store.query(`update listing_locations set due_at = null where id = $1`, [NORTHGATE])
  const { body } = await world.ask('GET', 'locations/-/reviews?pageSize=50')
  expect([body.reviews.length, body.nextPageToken, body.totalReviewCount]).toEqual([24, undefined, 24])
  expect(body.foyer.summary).toMatchObject({ total: 24, locations: [{ total: 24 }] })
  const here = `locations/${NORTHGATE}`
  const asks: [string, string, object?][] = [
    ['GET', `${here}/reviews`],
    ['PUT', `${here}/reviews/${reviewId}/reply`, { comment: 'Thank you.' }],
    ['DELETE', `${here}/reviews/${reviewId}/reply`],
    ['POST', `${here}/reviews/${reviewId}/draft`, { comment: 'Thank you.', seenDraft: 0 }],
    ['PATCH', `${here}?updateMask=title`, { title: 'Another' }],
  ]
  for (const [method, path, sent] of asks)
    expect((await world.ask(method, path, sent && { body: sent })).status, `${method} ${path}`).toBe(404)
})

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
  'mirror equals Google at rest after faults in the order of seed %i',
  async (seed) => {
    const random = createRandom(String(seed))
    const { pick, between } = random
    world.start(['mirror'], world.gateway(200))
    for (let step = 0; step < 12; step++) {
      const { reviews } = await world.google()
      const own = reviews.filter(({ locationId }) => locationId === NORTHGATE)
      const one = pick(own)
      const stars = between(1, 5)
      switch (pick(['add', 'add', 'edit', 'reply', 'remove', 'fault', 'late', 'kill'] as const)) {
        case 'add':
          await world.customer({ reviewer: `R${step}`, stars, comment: `Words ${seed} ${step}` })
          break
        case 'edit':
          await world.customer({ reviewId: one.reviewId, reviewer: one.reviewer, stars, comment: `Edited ${step}` })
          break
        case 'reply':
          await world.customer({ reviewId: one.reviewId, reply: pick(['By another', null]) })
          break
        case 'remove':
          await world.sandbox.post('google/reviews/remove', { reviewId: one.reviewId })
          break
        case 'fault':
          await world.behave({ answer: pick(['hang', 'lost', 'tooMany', 'error'] as const), times: 1 })
          break
        case 'late':
          await world.behave({ latePages: pick([0, 3]) })
          break
        case 'kill':
          await world.stop()
          await world.expireLeases()
          world.start(['mirror'], world.gateway(200))
      }
      await world.clinics.store.query(`update listing_locations set due_at = now() where due_at is not null`)
    }
    await world.behave({ answer: 'normal', times: null, latePages: 0 })
    // The night's full pass.
    const night = () =>
      world.clinics.store.query(
        `update listing_locations set last_full_at = now() - interval '2 days', due_at = now() where organization_id = 'org_cedar'
           and pass_since is null`,
      )
    // A pass of the day may still run, and hides the night's.
    await until(async () => {
      await night()
      return isEqual()
    })
    expect(await ours()).toEqual(await googles())
  },
  180_000,
)
