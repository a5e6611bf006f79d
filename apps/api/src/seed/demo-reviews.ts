/** The demo's business listings: connections to the sandbox's Google, and its reviews as a first pass would bring them. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { violationWords } from '@foyer/contracts/listings/states.rules.ts'
import type { Insertable } from 'kysely'
import type { ReviewTable } from '../modules/listings/listings.tables.ts'
import { newReview } from '../modules/listings/merge.rules.ts'
import { createTokenSeal } from '../modules/listings/token-seal.ts'
import type { BaseServices } from '../services.ts'
import { DEMO_ACCOUNTS } from './demo-organizations.ts'
import { stableId } from './stable-id.rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The consents that the sandbox's Google has given. */
const CONNECTIONS = [
  {
    ...{ organizationId: 'org_cedar', account: 'accounts/900000000000000001', token: 'sandbox-refresh-cedar' },
    locations: [
      {
        ...{ id: '11000000000000000001', title: 'Cedar Ridge Northgate', phone: '(512) 555-0100' },
        ...{ address: '2200 Northgate Blvd, Suite 140, Austin, TX 78758', at: [30.3721, -97.7182] },
        site: 'https://cedar-ridge.example',
      },
      {
        ...{ id: '11000000000000000002', title: 'Cedar Ridge South Lamar', phone: '(512) 555-0101' },
        ...{ address: '1800 S Lamar Blvd, Austin, TX 78704', at: [30.2489, -97.7706] },
        site: 'https://cedar-ridge.example/south-lamar',
      },
    ],
  },
  {
    ...{ organizationId: 'org_lakeside', account: 'accounts/900000000000000002', token: 'sandbox-refresh-lakeside' },
    locations: [
      {
        ...{ id: '12000000000000000001', title: 'Lakeside Hospital Main building', phone: '(617) 555-0100' },
        ...{ address: '40 Lake Street, Boston, MA 02110', at: [42.3562, -71.0536], site: 'https://lakeside.example' },
      },
    ],
  },
  {
    ...{ organizationId: 'org_harbor', account: 'accounts/900000000000000003', token: 'sandbox-refresh-harbor' },
    locations: [
      {
        ...{ id: '13000000000000000001', title: 'Harbor Urgent Care Pier 9', phone: '(415) 555-0100' },
        ...{ address: '9 The Embarcadero, San Francisco, CA 94111', at: [37.7991, -122.3973] },
        site: 'https://harbor.example',
      },
    ],
  },
] as const

const CANNED = [
  ['Thanks', 'Thank you for the kind words, {{reviewer}}!'],
  ['Thanks from the team', 'Thank you. The whole team was glad to read this.'],
  [
    'Long wait, apology',
    'Thank you for telling us. Waiting without an update is not the experience we want anyone to have. Please call us at {{phone}} so that we can make this right.',
  ],
  ['Call us', 'We take comments like this seriously. Please call us at {{phone}} so that we can talk in private.'],
  ['Gracias', 'Gracias por sus palabras.'],
  ['Llámenos', 'Gracias por sus comentarios. Por favor llame al {{phone}} para hablar en privado.'],
] as const

interface DemoReview {
  readonly locationId: string
  readonly reviewId: string
  readonly reviewer: string | null
  readonly stars: number
  readonly comment: string
  readonly minutesAgo: number
  readonly editedMinutesAgo?: number
  readonly draft?: string
  readonly reply?: {
    readonly comment: string
    readonly minutesAgo: number
    readonly state: 'PENDING' | 'APPROVED' | 'REJECTED'
    readonly violation?: string
    readonly by: string
  }
}

const nameOf = (userId: string) => DEMO_ACCOUNTS.find(({ id }) => id === userId)?.name ?? null

/** To a store that the demo has just filled. Without Google there are none. */
export async function addDemoReviews(parts: Pick<BaseServices, 'database' | 'clock' | 'config'>): Promise<void> {
  const { database, clock, config } = parts
  if (config.google === null) return
  const file = path.join(import.meta.dirname, 'data', 'listing-reviews.json')
  const reviews = JSON.parse(readFileSync(file, 'utf8')) as readonly DemoReview[]
  const seal = createTokenSeal(config)
  const now = clock.now()
  for (const { organizationId, account, token, locations } of CONNECTIONS)
    await database.write(organizationId, async (tx) => {
      await tx
        .insertInto('listing_connections')
        .values({
          ...{
            organization_id: organizationId,
            state: 'connected',
            account,
            sealed_token: seal.seal(organizationId, token),
          },
          ...{ connected_by: 'usr_ana', connected_by_name: nameOf('usr_ana'), connected_at: now },
        })
        .execute()
      await tx
        .insertInto('listing_locations')
        .values(
          locations.map(({ id, title, phone, address, at: [latitude, longitude], site }) => ({
            ...{ organization_id: organizationId, id, account, title, phone, address, latitude, longitude },
            ...{ website_uri: site, due_at: now },
            new_review_uri: `https://search.google.com/local/writereview?placeid=${id}`,
          })),
        )
        .execute()
      const own = reviews.filter(({ locationId }) => locations.some(({ id }) => id === locationId))
      await tx
        .insertInto('reviews')
        .values(own.map((review) => rowOf(organizationId, review, now)))
        .execute()
    })
  await database.write('org_cedar', (tx) =>
    tx
      .insertInto('review_canned_replies')
      .values(
        CANNED.map(([title, comment]) => ({
          ...{ organization_id: 'org_cedar', id: stableId(now, `canned reply ${title}`), title, comment },
        })),
      )
      .execute(),
  )
}

/** The times count from the begun hour, as those of the sandbox do. */
function rowOf(organizationId: string, review: DemoReview, now: Date): Insertable<ReviewTable> {
  const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  const before = (minutes: number) => new Date(hour - minutes * MINUTE_MS)
  const { reply, draft } = review
  const google = {
    ...{ reviewId: review.reviewId, starRating: review.stars, comment: review.comment },
    reviewer: review.reviewer === null ? { isAnonymous: true } : { displayName: review.reviewer, isAnonymous: false },
    ...{ createTime: before(review.minutesAgo), updateTime: before(review.editedMinutesAgo ?? review.minutesAgo) },
    ...(reply && {
      reviewReply: {
        ...{ comment: reply.comment, updateTime: before(reply.minutesAgo), reviewReplyState: reply.state },
        policyViolation: reply.violation,
      },
    }),
  }
  const written = newReview(google)
  const isRejected = reply?.state === 'REJECTED'
  return {
    ...{ organization_id: organizationId, location_id: review.locationId, seen_at: now, version: 0 },
    ...(written as Insertable<ReviewTable>),
    ...(reply && { replied_by: reply.by, replied_by_name: nameOf(reply.by) }),
    ...(written.state === 'pending' && { due_at: new Date(now.getTime() + MINUTE_MS) }),
    ...(isRejected && {
      ...{ refused: reply.comment, refused_at: before(reply.minutesAgo), refused_by: reply.by },
      ...{ refused_by_name: nameOf(reply.by), refused_violation: reply.violation ?? null },
      refused_message: violationWords(reply.violation ?? null),
    }),
    ...(draft !== undefined && {
      ...{ draft, draft_at: before(review.minutesAgo - 120), draft_by: 'usr_dana', draft_by_name: nameOf('usr_dana') },
      draft_version: 1,
    }),
  }
}
