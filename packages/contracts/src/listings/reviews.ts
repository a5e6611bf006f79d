/** A review in Google's words, with ours under one key, and the counts of an organization's reviews. */
import { z } from 'zod'
import { example, inClinic } from '../examples.ts'
import { reviewStates, starWords } from './states.rules.ts'

const words = z.object({ comment: z.string(), at: z.string(), by: z.string(), byName: z.string().nullable() })

export const replySchema = z.object({
  comment: z.string(),
  updateTime: z.string(),
  /** Absent while the reply is on its way to Google. */
  reviewReplyState: z.enum(['PENDING', 'APPROVED', 'REJECTED']).optional(),
  policyViolation: z.string().optional(),
})

export const reviewSchema = z.object({
  /** `accounts/A/locations/L/reviews/R`. */
  name: z.string(),
  reviewId: z.string(),
  /** An anonymous reviewer has no name. */
  reviewer: z.object({ displayName: z.string(), isAnonymous: z.boolean() }),
  starRating: z.enum(starWords),
  /** Empty: stars only. */
  comment: z.string(),
  createTime: z.string(),
  updateTime: z.string(),
  reviewReply: replySchema.optional(),
  foyer: z.object({
    locationId: z.string(),
    locationTitle: z.string(),
    state: z.enum(reviewStates),
    /** One a review, shared by all staff. `version` is the `seenDraft` of the next save. */
    draft: words.extend({ version: z.int().positive() }).nullable(),
    repliedBy: z.object({ userId: z.string(), name: z.string().nullable() }).nullable(),
    /** The reviewer changed the review after the reply. */
    editedAfterReply: z.boolean(),
    /** The reply of ours that did not leave, because another stands at Google in `reviewReply`. */
    overtaken: words.nullable(),
    /** The last reply of ours that Google did not take or took down; its words are kept beside a draft. */
    refused: words.extend({ violation: z.string().nullable(), message: z.string() }).nullable(),
    /** Why the reply has not left yet. */
    problem: z.enum(['needs_consent', 'busy', 'unreachable']).nullable(),
    version: z.int().nonnegative(),
  }),
})
export type Review = z.infer<typeof reviewSchema>

const [locationId] = example.locationIds
const [reviewId] = example.reviewIds

export const reviewExample: Review = {
  name: `accounts/900000000000000001/locations/${locationId}/reviews/${reviewId}`,
  reviewId,
  reviewer: { displayName: 'Patrick D.', isAnonymous: false },
  starRating: 'TWO',
  comment: 'Doctor was kind and took her time, but I sat 50 minutes past my appointment.',
  createTime: '2026-11-19T14:03:00.000Z',
  updateTime: '2026-11-19T14:03:00.000Z',
  foyer: {
    ...{ locationId, locationTitle: 'Cedar Ridge Northgate', state: 'needsReply', draft: null, repliedBy: null },
    ...{ editedAfterReply: false, overtaken: null, refused: null, problem: null, version: 31 },
  },
}

const counted = {
  /** needsReply and replied together. */
  total: z.int().nonnegative(),
  needsReply: z.int().nonnegative(),
  replied: z.int().nonnegative(),
  /** One or two stars. */
  low: z.int().nonnegative(),
  drafts: z.int().nonnegative(),
  rejected: z.int().nonnegative(),
}

export const connectionStates = ['off', 'connected', 'needs_consent'] as const

export const reviewsSummarySchema = z.object({
  organizationId: z.string(),
  connection: z.enum(connectionStates),
  ...counted,
  locations: z.array(z.object({ locationId: z.string(), title: z.string(), ...counted })),
  version: z.int().nonnegative(),
})
export type ReviewsSummary = z.infer<typeof reviewsSummarySchema>

const counts = { total: 38, needsReply: 7, replied: 31, low: 3, drafts: 1, rejected: 1 }
export const summaryExample: ReviewsSummary = {
  ...{ ...inClinic, connection: 'connected', ...counts, version: 31 },
  locations: [{ locationId, title: 'Cedar Ridge Northgate', ...counts }],
}
