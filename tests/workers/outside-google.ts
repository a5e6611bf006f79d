/** Google's listings, as the kill suite needs them: one review a location, and a title. They count what they accepted. */
import type { ServerResponse } from 'node:http'

export interface OutsideGoogle {
  /** How many replies to this review Google has accepted. */
  repliesTo(reviewId: string): number
  /** How many removals of the reply to this review Google has accepted. */
  removalsOf(reviewId: string): number
  /** How many changes of this location Google has accepted. */
  changesOf(locationId: string): number
  /** A reply stands there already. */
  hasReply(reviewId: string, comment: string): void
  /** Google accepts a change whose process then dies. */
  acceptChange(locationId: string, title: string): void
  answer(asked: { method: string; pathname: string; body: string }, res: ServerResponse): void
}

export function createOutsideGoogle(): OutsideGoogle {
  const replies: { readonly reviewId: string; readonly comment: string }[] = []
  const removals: string[] = []
  /** The replies that stand, by their reviews. */
  const standing = new Map<string, string>()
  const changes: { readonly locationId: string; readonly title: string }[] = []
  const reviewOf = (reviewId: string) => {
    const comment = standing.get(reviewId)
    const at = '2026-01-01T00:00:00Z'
    return {
      ...{ reviewId, starRating: 'TWO', comment: 'We waited long.', createTime: at, updateTime: at },
      ...(comment !== undefined && { reviewReply: { comment, updateTime: at, reviewReplyState: 'APPROVED' } }),
    }
  }
  return {
    repliesTo: (reviewId) => replies.filter((one) => one.reviewId === reviewId).length,
    removalsOf: (reviewId) => removals.filter((one) => one === reviewId).length,
    changesOf: (locationId) => changes.filter((one) => one.locationId === locationId).length,
    hasReply: (reviewId, comment) => void standing.set(reviewId, comment),
    acceptChange: (locationId, title) => void changes.push({ locationId, title }),
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
      if (method === 'DELETE') {
        if (!standing.delete(reviewId)) return void res.writeHead(404).end()
        removals.push(reviewId)
        return json({})
      }
      if (method !== 'PUT') return json(reviewOf(reviewId))
      const { comment } = JSON.parse(body)
      replies.push({ reviewId, comment })
      standing.set(reviewId, comment)
      return json(reviewOf(reviewId).reviewReply ?? {})
    },
  }
}
