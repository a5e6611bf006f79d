/** Reads and lists reviews; lints. */
import type { Linted } from '@foyer/contracts/listings/finding.rules.ts'
import * as calls from '@foyer/contracts/listings/review-calls.ts'
import { z } from 'zod'
import { readHead } from '../../events/append.ts'
import { type Cursor, createCursor } from '../../http/paging.ts'
import { notFound, notValid } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import { lintFor } from './lint-facts.store.ts'
import { listLocations } from './locations.store.ts'
import { listReviews, type ReviewKey, toReview } from './reviews.store.ts'
import { readSummary } from './summary.store.ts'

const KEY = z.codec(z.tuple([z.int(), z.string().max(300)]), z.custom<ReviewKey>(), {
  decode: ([by, key]) => ({ by, key }),
  encode: ({ by, key }): [number, string] => [by, key],
})

/** The token of a page means nothing in another order. */
function readToken(cursor: Cursor<ReviewKey>, token: string | undefined): ReviewKey | null {
  try {
    return cursor.read(token)
  } catch {
    throw notValid('pageToken', 'Not a page of this list')
  }
}

export function reviewRoutes(): Route[] {
  return [
    route(calls.listingReviews, ({ params, query, organizationId, read }) => {
      const { pageSize, filter, orderBy, search = '' } = query
      const cursor = createCursor(`reviews by ${orderBy}`, KEY)
      const after = readToken(cursor, query.pageToken)
      const locationId = params.id === '-' ? null : params.id
      return read(
        async (tx) => {
          const asked = { organizationId, locationId, filter, orderBy, search, after, limit: pageSize }
          const [{ seq, epoch }, locations, summary, { rows, end }] = await Promise.all([
            readHead(tx, organizationId),
            listLocations(tx, organizationId),
            readSummary(tx, organizationId),
            listReviews(tx, asked),
          ])
          const known = new Map(locations.map((location) => [location.id, location]))
          if (locationId !== null && !known.has(locationId)) throw notFound()
          const shown = locations.filter(({ id }) => locationId === null || id === locationId)
          const nextPageToken = cursor.write(end)
          return {
            reviews: rows.flatMap((row) => {
              const location = known.get(row.location_id)
              return location ? [toReview(row, location)] : []
            }),
            averageRating: averageOf(shown),
            totalReviewCount: shown.reduce((sum, { total }) => sum + total, 0),
            ...(nextPageToken !== null && { nextPageToken }),
            foyer: { asOf: seq, epoch, summary: { ...summary, version: seq } },
          }
        },
        search === '' ? 'staff' : 'search',
      )
    }),

    route(calls.lintReviewReply, async ({ body, organizationId, read }) =>
      asReply(await read((tx) => lintFor(tx, { organizationId, ...body }))),
    ),
  ]
}

export function asReply({ findings, proposal }: Linted) {
  return { findings: findings.map((finding) => ({ ...finding })), proposal }
}

/** Google's average of each location, by the number of its reviews. */
function averageOf(locations: readonly { average_rating: number | null; total_review_count: number }[]): number | null {
  const rated = locations.filter(({ average_rating: average }) => average !== null)
  const count = rated.reduce((sum, one) => sum + one.total_review_count, 0)
  if (count === 0) return null
  return (
    Math.round((rated.reduce((sum, one) => sum + (one.average_rating ?? 0) * one.total_review_count, 0) / count) * 10) /
    10
  )
}
