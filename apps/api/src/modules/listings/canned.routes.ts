/** The canned replies to reviews. */

import { isBlocked } from '@foyer/contracts/listings/privacy.rules.ts'
import * as calls from '@foyer/contracts/listings/review-calls.ts'
import { sql } from 'kysely'
import { notFound, Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { lintCanned } from './lint-facts.store.ts'
import { asReply } from './reviews.routes.ts'

export function cannedReplyRoutes({ newId }: Pick<Services, 'newId'>): Route[] {
  return [
    route(calls.reviewCannedReplies, ({ organizationId, read }) =>
      read(async (tx) => ({
        cannedReplies: await tx
          .selectFrom('review_canned_replies')
          .select(['id as _id', 'title', 'comment', 'version'])
          .where('organization_id', '=', organizationId)
          .orderBy(sql`lower(title)`)
          .orderBy('id')
          .execute(),
      })),
    ),

    route(calls.saveReviewCannedReply, async ({ body, caller, organizationId, read, write }) => {
      const { _id, title, comment } = body
      const linted = await read((tx) => lintCanned(tx, { organizationId, comment, by: caller.userId }))
      if (isBlocked(linted)) throw new Refusal('privacy', 'This reply tells of a patient.', { data: asReply(linted) })
      return write(async (tx) => {
        const saved =
          _id === undefined
            ? await tx
                .insertInto('review_canned_replies')
                .values({ organization_id: organizationId, id: newId(), title, comment })
                .returning(['id as _id', 'title', 'comment', 'version'])
                .executeTakeFirst()
            : await tx
                .updateTable('review_canned_replies')
                .set({ title, comment, version: sql<number>`version + 1` })
                .where('organization_id', '=', organizationId)
                .where('id', '=', _id)
                .returning(['id as _id', 'title', 'comment', 'version'])
                .executeTakeFirst()
        if (!saved) throw notFound()
        return saved
      })
    }),

    route(calls.removeReviewCannedReply, ({ body, organizationId, write }) =>
      write(async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('review_canned_replies')
          .where('organization_id', '=', organizationId)
          .where('id', '=', body._id)
          .executeTakeFirstOrThrow()
        if (numDeletedRows === 0n) throw notFound()
        return {}
      }),
    ),
  ]
}
