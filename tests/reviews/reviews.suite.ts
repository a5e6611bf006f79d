/** Two clinics with the simulated Google over HTTP, and workers that tests start, stop and kill. */
import { type Review, reviewSchema } from '@foyer/contracts/listings/reviews.ts'
import type { GoogleBehaviour } from '@foyer/sandbox/google/behaviour.ts'
import type { StoredReview } from '@foyer/sandbox/google/book.ts'
import { startSandbox } from '@foyer/sandbox/sandbox.suite.ts'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { createGoogleGateway, type GoogleGateway } from '../../apps/api/src/gateways/google.ts'
import { startChanges, startMirror, startReplies } from '../../apps/api/src/modules/listings/listings-workers.ts'
import type { Worker } from '../../apps/api/src/workers/loop.ts'
import { CEDAR, openClinics } from '../calls/clinics.ts'

export const NORTHGATE = '11000000000000000001'

/** The world of a test file: it is opened before the first test, and as at the beginning before each. */
export function reviewsWorld(): World {
  const world = {} as World
  beforeAll(async () => void Object.assign(world, await openReviews()), 60_000)
  beforeEach(() => world.reset())
  afterEach(() => world.stop())
  afterAll(() => world.close())
  return world
}

type World = Awaited<ReturnType<typeof openReviews>>

async function openReviews() {
  const sandbox = await startSandbox('http://127.0.0.1:9', { publicUrl: 'http://foyer.test' })
  const clinics = await openClinics(undefined, {
    GOOGLE_BASE_URL: `${sandbox.url}/sandbox/google`,
    REVIEWS_POLL_SECONDS: '1',
  })
  const workers: Worker[] = []
  const { parts, store } = clinics
  const [first] = await store.query<{ token: string }>(
    `select sealed_token as token from listing_connections where organization_id = '${CEDAR.id}'`,
  )
  const settings = parts.config.google
  if (!settings) throw new Error('Google is not set up.')
  const gateway = (timeoutMs = 1000): GoogleGateway => createGoogleGateway(settings, { clock: parts.clock, timeoutMs })
  const ask = async (
    method: string,
    path: string,
    { body, token = clinics.listing.lena, headers = {} }: Asked = {},
  ) => {
    const response = await fetch(`${clinics.url}/api/listings/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
  }
  return {
    ...{ clinics, sandbox, gateway, ask },
    start(kinds: readonly ('mirror' | 'replies' | 'changes')[], google: GoogleGateway | null = gateway()) {
      const starts = { mirror: startMirror, replies: startReplies, changes: startChanges }
      for (const kind of kinds)
        workers.push(starts[kind]({ ...parts, metrics: new Registry() }, { gateway: google, pollMs: 50 }))
    },
    async stop() {
      for (const worker of workers.splice(0)) await worker.stop()
    },
    behave: async (change: Partial<GoogleBehaviour>) =>
      expect((await sandbox.post('google-behaviour', change)).status).toBe(200),
    google: async () =>
      (await sandbox.get('google-reviews')) as unknown as {
        reviews: StoredReview[]
        done: { kind: string; name: string; body: unknown }[]
        topics: Record<string, string>
      },
    async customer(review: object): Promise<string> {
      const answer = await sandbox.post('google/reviews', { locationId: NORTHGATE, stars: 5, ...review })
      return ((await answer.json()) as { reviewId: string }).reviewId
    },
    async review(reviewId: string): Promise<Review | undefined> {
      const { body } = await ask('GET', `locations/${NORTHGATE}/reviews?pageSize=50`)
      return (body.reviews as unknown[]).map((one) => reviewSchema.parse(one)).find((one) => one.reviewId === reviewId)
    },
    /** As after the death of a worker: its leases are over. */
    async expireLeases() {
      for (const table of ['reviews', 'listing_locations', 'listing_changes'])
        await store.query(
          `update ${table} set leased_until = now() - interval '1 second', due_at = now() where due_at is not null`,
        )
    },
    async reset() {
      await store.query('delete from listing_changes')
      await store.query('delete from google_paces')
      await store.query(`delete from reviews where organization_id = '${CEDAR.id}'`)
      await store.query(
        `update listing_locations set due_at = now(), leased_by = null, leased_until = null, pass_token = null, pass_since = null,
           pass_marks = false, pass_restarts = 0, pass_skipped = 0, last_full_at = null, failed = 0, problem = null, total = 0,
           needs_reply = 0, low = 0, drafts = 0, rejected = 0
         where organization_id = '${CEDAR.id}'`,
      )
      await store.query(
        `update listing_connections set state = 'connected', sealed_token = $1 where organization_id = '${CEDAR.id}'`,
        [first?.token],
      )
      await sandbox.post('reset', {})
    },
    async close() {
      await clinics.close()
      await sandbox.stop()
    },
  }
}

interface Asked {
  readonly body?: object
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}
