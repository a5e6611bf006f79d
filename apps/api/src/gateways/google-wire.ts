/** The used fields of Google's answers. A list skips entries that it can't read and counts them; nothing stops a pass. */
import { starsOf, starWords } from '@foyer/contracts/listings/states.rules.ts'
import { z } from 'zod'

const token = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().default(3600),
  refresh_token: z.string().min(1).optional(),
})
export const readToken = (json: unknown) => token.safeParse(json).data
export const readTokenRefusal = (json: unknown) => z.object({ error: z.string() }).safeParse(json).data?.error

export interface GoogleRefusal {
  readonly status: string
  readonly message: string
  readonly fields: readonly { readonly field: string; readonly message: string }[]
}

const violation = z.object({ field: z.string().default(''), description: z.string().default('') })
const refusal = z.object({
  error: z.object({
    status: z.string().catch(''),
    message: z.string().catch(''),
    details: z
      .array(z.object({ fieldViolations: z.array(violation).catch([]).default([]) }).catch({ fieldViolations: [] }))
      .catch([])
      .default([]),
  }),
})

/** Only its shape is trusted; the sentences are Google's. */
export function readGoogleRefusal(json: unknown): GoogleRefusal {
  const read = refusal.safeParse(json).data?.error
  const fields = (read?.details ?? []).flatMap(({ fieldViolations }) => fieldViolations)
  return {
    status: read?.status ?? '',
    message: (read?.message ?? '').slice(0, 300),
    fields: fields.map(({ field, description }) => ({
      field: field.slice(0, 100),
      message: description.slice(0, 300),
    })),
  }
}

const instant = z
  .string()
  .transform((text) => new Date(text))
  .refine((at) => at.getTime() >= Date.UTC(2000, 0) && at.getTime() < Date.UTC(2201, 0))

const reply = z.object({
  comment: z.string().max(20_000),
  updateTime: instant,
  reviewReplyState: z.enum(['PENDING', 'APPROVED', 'REJECTED']).optional().catch(undefined),
  policyViolation: z.string().max(100).optional().catch(undefined),
})

const id = z.string().regex(/^[A-Za-z0-9_-]{1,200}$/)
const review = z.object({
  reviewId: id,
  reviewer: z
    .object({ displayName: z.string().max(1000).optional(), isAnonymous: z.boolean().default(false) })
    .default({ isAnonymous: true }),
  starRating: z.enum(starWords).transform(starsOf),
  comment: z.string().max(20_000).default(''),
  createTime: instant,
  updateTime: instant,
  reviewReply: reply.optional(),
})
export type GoogleReview = z.infer<typeof review>
export type GoogleReply = z.infer<typeof reply>

export const readReply = (json: unknown) => reply.safeParse(json).data

export interface ReviewPage {
  readonly reviews: readonly GoogleReview[]
  /** The entries that could not be read. */
  readonly skipped: number
  readonly averageRating: number | null
  readonly totalReviewCount: number | null
  readonly nextPageToken: string | undefined
}

const pageToken = z.string().min(1).max(1024).optional().catch(undefined)
const reviewPage = z.object({
  reviews: z.array(z.unknown()).default([]),
  averageRating: z.number().optional().catch(undefined),
  totalReviewCount: z.int().nonnegative().optional().catch(undefined),
  nextPageToken: pageToken,
})

export function readReviewPage(json: unknown): ReviewPage | undefined {
  const page = reviewPage.safeParse(json).data
  if (!page) return undefined
  const read = page.reviews.map((one) => readReview(one))
  const reviews = read.filter((one) => one !== undefined)
  return {
    ...{ reviews, skipped: read.length - reviews.length, nextPageToken: page.nextPageToken },
    ...{ averageRating: page.averageRating ?? null, totalReviewCount: page.totalReviewCount ?? null },
  }
}

export function readReview(json: unknown): GoogleReview | undefined {
  const read = review.safeParse(json).data
  return read && wellFormed(read)
}

/** PostgreSQL stores neither a NUL nor half a character. */
function wellFormed(one: GoogleReview): GoogleReview {
  const { reviewer, reviewReply } = one
  const name = reviewer.displayName
  return {
    ...one,
    comment: clean(one.comment),
    reviewer: { ...reviewer, ...(name !== undefined && { displayName: clean(name) }) },
    ...(reviewReply && { reviewReply: { ...reviewReply, comment: clean(reviewReply.comment) } }),
  }
}

function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches the characters that are dropped
  return text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '')
}

export const readAccounts = (json: unknown) =>
  z
    .object({ accounts: z.array(z.object({ name: z.string().regex(/^accounts\/[A-Za-z0-9_-]{1,100}$/) })).default([]) })
    .safeParse(json).data?.accounts

const pushSetting = z.object({ pubsubTopic: z.string().max(500).optional() })

export function readPushTopic(json: unknown): string | null | undefined {
  const setting = pushSetting.safeParse(json).data
  return setting && (setting.pubsubTopic || null)
}

const location = z.looseObject({
  name: z.string().regex(/^locations\/[A-Za-z0-9_-]{1,100}$/),
  title: z.string().max(1000).default(''),
  phoneNumbers: z.looseObject({ primaryPhone: z.string().max(100).optional() }).optional(),
  storefrontAddress: z
    .looseObject({
      addressLines: z.array(z.string()).default([]),
      locality: z.string().optional(),
      administrativeArea: z.string().optional(),
      postalCode: z.string().optional(),
    })
    .optional(),
  websiteUri: z.string().max(2000).optional(),
  latlng: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
  metadata: z.looseObject({ newReviewUri: z.string().max(2000).optional() }).optional(),
})
export type GoogleLocation = z.infer<typeof location>

const locationPage = z.object({ locations: z.array(z.unknown()).default([]), nextPageToken: pageToken })

export function readLocationPage(json: unknown) {
  const page = locationPage.safeParse(json).data
  if (!page) return undefined
  const locations = page.locations.flatMap((one) => location.safeParse(one).data ?? [])
  return { locations, nextPageToken: page.nextPageToken }
}

const place = z.object({
  id: z.string().max(300),
  displayName: z.object({ text: z.string().max(500) }),
  shortFormattedAddress: z.string().max(500).default(''),
  location: z.object({ latitude: z.number(), longitude: z.number() }),
  rating: z.number().optional(),
  userRatingCount: z.int().nonnegative().default(0),
})
const placePage = z.object({ places: z.array(z.unknown()).default([]), nextPageToken: pageToken })

export function readPlacePage(json: unknown) {
  const page = placePage.safeParse(json).data
  if (!page) return undefined
  const places = page.places.flatMap((one) => place.safeParse(one).data ?? [])
  return { places, nextPageToken: page.nextPageToken }
}

const category = z.object({ name: z.string(), displayName: z.string() })
const categoryPage = z.object({
  categories: z.array(z.unknown()).default([]),
  totalCategoryCount: z.int().nonnegative().optional().catch(undefined),
  nextPageToken: pageToken,
})

export function readCategoryPage(json: unknown) {
  const page = categoryPage.safeParse(json).data
  if (!page) return undefined
  return { ...page, categories: page.categories.flatMap((one) => category.safeParse(one).data ?? []) }
}
