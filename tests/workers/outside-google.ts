/** Google's listings, as the kill suite needs them: one review a location, and a title. They list what they accepted. */
import type { ServerResponse } from 'node:http'

export interface OutsideGoogle {
  /** How many replies to this review Google has accepted. */
  repliesTo(reviewId: string): number
  /** How many changes of this location Google has accepted. */
  changesOf(locationId: string): number
  answer(asked: { method: string; pathname: string; body: string }, res: ServerResponse): void
}

export function createOutsideGoogle(): OutsideGoogle {
  const replies: { readonly reviewId: string; readonly comment: string }[] = []
  const changes: { readonly locationId: string; readonly title: string }[] = []
  const reviewOf = (reviewId: string) => {
    const comment = replies.findLast((one) => one.reviewId === reviewId)?.comment
    const at = '2026-01-01T00:00:00Z'
    return {
      ...{ reviewId, starRating: 'TWO', comment: 'We waited long.', createTime: at, updateTime: at },
      ...(comment !== undefined && { reviewReply: { comment, updateTime: at, reviewReplyState: 'APPROVED' } }),
    }
  }
  return {
    repliesTo: (reviewId) => replies.filter((one) => one.reviewId === reviewId).length,
    changesOf: (locationId) => changes.filter((one) => one.locationId === locationId).length,
    answer({ method, pathname, body }, res) {
      const json = (value: object) =>
        void res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
      if (pathname.endsWith('/token')) return json({ access_token: 'token', expires_in: 3600 })
      const [, locationId = '', reviewId] = /\/locations\/([^/]+)(?:\/reviews\/?([^/]*))?/.exec(pathname) ?? []
      if (reviewId === undefined) {
        if (method === 'PATCH') changes.push({ locationId, title: JSON.parse(body).title })
        const title = changes.findLast((one) => one.locationId === locationId)?.title ?? 'Northgate'
        return json({ name: `locations/${locationId}`, title })
      }
      if (reviewId === '')
        return json({ reviews: [reviewOf(`r_${locationId}`)], averageRating: 2, totalReviewCount: 1 })
      if (method !== 'PUT') return json(reviewOf(reviewId))
      replies.push({ reviewId, comment: JSON.parse(body).comment })
      return json(reviewOf(reviewId).reviewReply ?? {})
    },
  }
}
