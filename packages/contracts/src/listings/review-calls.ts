/** The calls on reviews. A listing token names the organization. */
import { z } from 'zod'
import { call } from '../call.ts'
import { example } from '../examples.ts'
import * as field from '../fields.ts'
import { findingLevels, lintRules } from './finding.rules.ts'
import { bytesOf, CANNED_TITLE_MAX, REPLY_BYTES_MAX, REVIEWS_PAGE_SIZE } from './limits.rules.ts'
import { replySchema, reviewSchema, reviewsSummarySchema } from './reviews.ts'
import { reviewFilters, reviewOrders } from './states.rules.ts'

const { nothing } = field

export const googleId = field.text(100).regex(/^[A-Za-z0-9_-]+$/, 'Not an id')
/** `-` means all locations of the organization. */
const anyLocation = googleId
const ofReview = z.strictObject({ id: googleId, reviewId: googleId })

/** [OPEN-055] 1 to 4,096 bytes. */
export const replyComment = field
  .filledText(REPLY_BYTES_MAX)
  .refine((text) => bytesOf(text) <= REPLY_BYTES_MAX, `Longer than ${REPLY_BYTES_MAX} bytes`)
const draftComment = field
  .text(REPLY_BYTES_MAX)
  .trim()
  .refine((text) => bytesOf(text) <= REPLY_BYTES_MAX, `Longer than ${REPLY_BYTES_MAX} bytes`)

export const findingSchema = z.object({
  rule: z.enum(lintRules),
  level: z.enum(findingLevels),
  /** Places in the text as it was typed. */
  from: z.int().nonnegative(),
  to: z.int().nonnegative(),
  why: z.string(),
})
const lintedSchema = z.object({ findings: z.array(findingSchema), proposal: z.string().nullable() })

const [locationId] = example.locationIds
const [reviewId, repliedId] = example.reviewIds
const params = { id: locationId, reviewId }

export const listingReviews = call({
  method: 'GET',
  path: '/api/listings/locations/:id/reviews',
  access: 'listing',
  says: 'Read reviews',
  summary: 'The reviews of a location, or of all with `-`, as pages of 50. [CALL-LISTINGS-06] [CONST-10]',
  params: z.strictObject({ id: anyLocation }),
  query: z.strictObject({
    pageSize: field.wholeNumber(1, REVIEWS_PAGE_SIZE).default(REVIEWS_PAGE_SIZE),
    pageToken: field.text(1000).optional(),
    filter: z.enum(reviewFilters).default('all'),
    orderBy: z.enum(reviewOrders).default('updateTime desc'),
    search: field.text(100).trim().optional(),
  }),
  body: nothing,
  reply: z.object({
    reviews: z.array(reviewSchema),
    averageRating: z.number().nullable(),
    totalReviewCount: z.int().nonnegative(),
    nextPageToken: z.string().optional(),
    foyer: z.object({ asOf: z.int().nonnegative(), epoch: z.string(), summary: reviewsSummarySchema }),
  }),
  example: { params: { id: locationId }, query: { pageSize: 50 } },
})

/** Our part of a change: the whole review, as the event has it. */
const changed = { review: reviewSchema, asOf: z.int().nonnegative(), epoch: z.string() }

export const putReviewReply = call({
  method: 'PUT',
  path: '/api/listings/locations/:id/reviews/:reviewId/reply',
  access: 'listing',
  says: 'Replied to a review',
  summary:
    'Stores the reply, which a worker brings to Google once. 422 `privacy` with `{ findings, proposal }` if it tells of a patient; 409 `stale` with the review if somebody changed it after `seenVersion`. [CALL-LISTINGS-07] [OPEN-055]',
  idempotent: true,
  serverExplains: true,
  params: ofReview,
  query: nothing,
  body: z.strictObject({
    comment: replyComment,
    seenVersion: z.int().nonnegative().optional(),
    /** The id of a colleague, who gets a notice of the review. */
    tell: field.id.optional(),
  }),
  reply: replySchema.extend({ foyer: z.object(changed) }),
  example: { params, body: { comment: 'Thank you for telling us. We take comments like this seriously.' } },
})

export const deleteReviewReply = call({
  method: 'DELETE',
  path: '/api/listings/locations/:id/reviews/:reviewId/reply',
  access: 'listing',
  says: 'Removed the reply to a review',
  summary: 'Removes the reply: `{}`, and `{}` again if there is none. [CALL-LISTINGS-08]',
  idempotent: true,
  params: ofReview,
  query: nothing,
  body: nothing,
  reply: z.object({}),
  example: { params: { id: locationId, reviewId: repliedId } },
})

export const saveReviewDraft = call({
  method: 'POST',
  path: '/api/listings/locations/:id/reviews/:reviewId/draft',
  access: 'listing',
  says: 'Saved the draft of a reply',
  summary:
    'One draft a review, shared by the staff. An empty one is removed. 409 `stale` with the review if another was saved after `seenDraft`, which is the version of the draft that the screen shows, or 0.',
  params: ofReview,
  query: nothing,
  body: z.strictObject({ comment: draftComment, seenDraft: z.int().nonnegative() }),
  reply: z.object(changed),
  example: { params, body: { comment: 'Thank you for telling us.', seenDraft: 0 } },
})

export const lintReviewReply = call({
  method: 'POST',
  path: '/api/listings/lint',
  access: 'listing',
  says: 'Checked a reply for details of patients',
  summary: 'What the privacy lint finds in a reply, with what only the API knows, and a wording without it.',
  query: nothing,
  body: z.strictObject({ locationId: googleId, reviewId: googleId, comment: draftComment }),
  reply: lintedSchema,
  example: { body: { locationId, reviewId, comment: 'We are sorry about your visit on Tuesday.' } },
})

const cannedSchema = z.object({
  _id: z.string(),
  title: z.string(),
  comment: z.string(),
  version: z.int().nonnegative(),
})
const [canned, otherCanned] = example.cannedReplyIds

export const reviewCannedReplies = call({
  method: 'GET',
  path: '/api/listings/canned-replies',
  access: 'listing',
  says: 'Read the canned replies',
  summary: 'The canned replies of the organization by title. They may hold {{reviewer}}, {{location}} and {{phone}}.',
  query: nothing,
  body: nothing,
  reply: z.object({ cannedReplies: z.array(cannedSchema) }),
  example: {},
})

export const saveReviewCannedReply = call({
  method: 'POST',
  path: '/api/listings/canned-replies/save',
  access: 'listing',
  says: 'Saved a canned reply',
  summary:
    'Adds a canned reply, or changes the one that `_id` names. It is linted like a reply: 422 `privacy`. Words in another language than English or Spanish take an admin.',
  serverExplains: true,
  idempotent: true,
  query: nothing,
  body: z.strictObject({ _id: field.id.optional(), title: field.filledText(CANNED_TITLE_MAX), comment: replyComment }),
  reply: cannedSchema,
  example: { body: { _id: canned, title: 'Thanks', comment: 'Thank you for the kind words, {{reviewer}}!' } },
})

export const removeReviewCannedReply = call({
  method: 'POST',
  path: '/api/listings/canned-replies/remove',
  access: 'listing',
  says: 'Removed a canned reply',
  summary: 'Removes a canned reply.',
  query: nothing,
  body: z.strictObject({ _id: field.id }),
  reply: z.object({}),
  example: { body: { _id: otherCanned } },
})
