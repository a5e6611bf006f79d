/**
 * Measures the reviews of a clinic that has 1,000 of them and of one with 100,000 in the same store, and passes of the mirror over
 * 2,000 reviews of a Google in this process: one that brings all of them, and one after which nothing has changed.
 */
import { readReviewPage } from '@foyer/api/gateways/google-wire.ts'
import { mirrorLocation } from '@foyer/api/modules/listings/mirror.ts'
import { createTokenSeal } from '@foyer/api/modules/listings/token-seal.ts'
import pg from 'pg'
import { compareSizes, type GeneratedClinic, openGenerated, type Question } from './generated-clinic.ts'
import { ms, type Row, ratio } from './statistics.ts'

const ASKED = 60
const FEW = 1000
const MANY = 100_000
const PASSED = 2000
const PAGE = 50
/** A pass in which nothing has changed takes at most this part of the first one. */
const SAME_MOST = 0.3
const MIRRORED = 'mirrored'

type Gateway = NonNullable<Parameters<typeof mirrorLocation>[0]['gateway']>

export async function benchReviews(): Promise<Row[]> {
  const clinic = await openGenerated({ organizations: 2, conversations: 20, messages: 1 })
  const client = new pg.Client({ connectionString: clinic.databaseUrl })
  await client.connect()
  try {
    const [small = '', large = ''] = clinic.organizationIds
    await addReviews(client, small, FEW)
    await addReviews(client, large, MANY)
    await client.query('vacuum analyze')
    const few = { name: FEW.toLocaleString('en-US'), clinic: { ...clinic, organizationId: small } }
    const many = { name: MANY.toLocaleString('en-US'), clinic: { ...clinic, organizationId: large } }
    const rows: Row[] = []
    for (const [what, query] of VIEWS)
      rows.push(
        await compareSizes(`reviews, ${what}`, await listed(clinic, query), { few, many, asked: ASKED, most: 2 }),
      )
    rows.push(await deepPage(clinic, many.clinic))
    return [...rows, ...(await passes(clinic, client, small))]
  } finally {
    await client.end()
    await clinic.stop()
  }
}

const VIEWS = [
  ['page 1', {}],
  ['tab of those that need a reply', { filter: 'needsReply' }],
  ['tab of low ratings by rating', { filter: 'low', orderBy: 'rating' }],
  ['search for a word of one in a hundred', { search: 'zebra' }],
] as const

async function addReviews(client: pg.Client, organizationId: string, count: number): Promise<void> {
  await client.query(
    `insert into listing_locations (organization_id, id, account, title, due_at)
     values ($1, 'place', 'accounts/1', 'Main Street', now() + interval '1 day')`,
    [organizationId],
  )
  await client.query(
    `insert into reviews (organization_id, location_id, review_id, reviewer, stars, comment, created_at, updated_at, reply,
       state, seen_at, version)
     select $1, 'place', 'r' || n, 'Reviewer ' || n % 500, 1 + n % 5,
       'The desk was kind and quick' || case when n % 100 = 0 then ', and there was a zebra' else '' end,
       now() - n * interval '20 minutes', now() - n * interval '20 minutes', case when n % 10 > 0 then 'Thank you.' end,
       case when n % 10 = 0 then 'needsReply' else 'public' end, now(), 0
     from generate_series(1, $2::int) as n`,
    [organizationId, count],
  )
}

type Query = Readonly<Record<string, string>>

/** Asks with a listing token of the clinic's organization. */
async function listed(clinic: GeneratedClinic, query: Query): Promise<Question> {
  const tokens = new Map<string, string>()
  for (const organizationId of clinic.organizationIds) tokens.set(organizationId, await tokenOf(clinic, organizationId))
  return ({ url, organizationId }) => pageOf(url, tokens.get(organizationId) ?? '', query)
}

async function tokenOf({ member }: GeneratedClinic, organizationId: string): Promise<string> {
  const { data } = await member.call('listingConnection', { query: { organizationId } })
  const body = { grant_type: 'refresh_token', refresh_token: data.refreshToken }
  return (await member.call('listingToken', { body })).access_token
}

async function pageOf(url: string, token: string, query: Query): Promise<string | undefined> {
  const search = new URLSearchParams({ pageSize: String(PAGE), ...query })
  const answer = await fetch(`${url}/api/listings/locations/-/reviews?${search}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const body = (await answer.json()) as { reviews?: unknown[]; nextPageToken?: string }
  if (!body.reviews?.length) throw new Error(`No reviews were answered: ${answer.status} ${JSON.stringify(body)}`)
  return body.nextPageToken
}

/** The walk to the page is not measured. */
async function deepPage(clinic: GeneratedClinic, large: GeneratedClinic): Promise<Row> {
  const token = await tokenOf(clinic, large.organizationId)
  let pageToken: string | undefined
  for (let page = 1; page < 100; page++)
    pageToken = await pageOf(clinic.url, token, pageToken === undefined ? {} : { pageToken })
  if (pageToken === undefined) throw new Error('There is no page 100.')
  const [first, deep] = [{ ...large }, { ...large }]
  const question: Question = (of) => pageOf(of.url, token, of === deep && pageToken ? { pageToken } : {})
  return compareSizes('reviews of 100,000, page 100', question, {
    ...{ few: { name: 'page 1', clinic: first }, many: { name: 'page 100', clinic: deep } },
    ...{ asked: ASKED, most: 1.5 },
  })
}

async function passes({ parts }: GeneratedClinic, client: pg.Client, organizationId: string): Promise<Row[]> {
  const seal = createTokenSeal(parts.config)
  await client.query(
    `insert into listing_connections (organization_id, state, account, sealed_token) values ($1, 'connected', 'accounts/2', $2)`,
    [organizationId, seal.seal(organizationId, 'refresh')],
  )
  await client.query(
    `insert into listing_locations (organization_id, id, account, title, due_at)
     values ($1, $2, 'accounts/2', 'Mirrored', now() + interval '1 day')`,
    [organizationId, MIRRORED],
  )
  const gateway = { reviews: async (_: unknown, __: unknown, token?: string) => googlePage(Number(token ?? 0)) }
  const services = {
    ...{ ...parts, gateway: gateway as unknown as Gateway, seal, worker: 'bench', mayAsk: () => true },
  }
  /** A full pass, in as many visits as it takes. Google's limit of requests is not waited for. */
  async function pass(): Promise<number> {
    await client.query('update listing_locations set last_full_at = null where id = $1', [MIRRORED])
    let took = 0
    for (;;) {
      await client.query('delete from google_paces')
      const from = performance.now()
      await mirrorLocation(services, { organizationId, locationId: MIRRORED })
      took += performance.now() - from
      const { rows } = await client.query('select last_full_at, pass_since from listing_locations where id = $1', [
        MIRRORED,
      ])
      if (rows[0].last_full_at !== null && rows[0].pass_since === null) return took
    }
  }
  const first = await pass()
  const before = await written(client)
  const same = await pass()
  const after = await written(client)
  return [
    {
      ...{
        what: `full pass over ${PASSED} reviews, nothing changed`,
        figure: ms(same),
        baseline: `first: ${ms(first)}`,
      },
      ...{ ratio: ratio(same, first), aim: `at most ${SAME_MOST} ×`, isMissed: same > SAME_MOST * first },
    },
    {
      ...{ what: '… rows of reviews that it wrote', figure: before === after ? '0' : 'some', aim: '0' },
      isMissed: before !== after,
    },
  ]
}

/** Differs once any row of the mirrored location was written again. */
async function written(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    `select count(*) || md5(string_agg(xmin::text || ctid::text, ',' order by review_id)) as state from reviews
     where location_id = $1`,
    [MIRRORED],
  )
  if (!String(rows[0].state).startsWith(String(PASSED))) throw new Error('The pass did not bring all reviews.')
  return rows[0].state
}

const NEWEST = Date.UTC(2026, 10, 19)

/** A page as Google answers it. */
function googlePage(from: number): Awaited<ReturnType<Gateway['reviews']>> {
  const reviews = Array.from({ length: Math.min(PAGE, PASSED - from) }, (_, nth) => {
    const at = new Date(NEWEST - (from + nth) * 60_000).toISOString()
    return {
      ...{ reviewId: `g${from + nth}`, reviewer: { displayName: `Reviewer ${from + nth}` }, starRating: 'FIVE' },
      ...{ comment: 'Kind and quick.', createTime: at, updateTime: at },
    }
  })
  const next = from + PAGE < PASSED ? { nextPageToken: String(from + PAGE) } : {}
  const value = readReviewPage({ reviews, averageRating: 5, totalReviewCount: PASSED, ...next })
  if (value === undefined) throw new Error('The page cannot be read.')
  return { outcome: 'ok', value }
}
