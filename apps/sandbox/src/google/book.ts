/** Google's records: reviews with their replies, listings, and the consents that were given. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Clock } from '../clock.ts'
import { firstLocations, type Location } from './profiles.rules.ts'

export interface Reply {
  comment: string
  updateTime: string
  reviewReplyState: 'PENDING' | 'APPROVED' | 'REJECTED'
  policyViolation?: string
}

export interface StoredReview {
  readonly locationId: string
  readonly reviewId: string
  reviewer: string | null
  stars: number
  comment: string
  readonly createTime: string
  updateTime: string
  reply?: Reply | undefined
}

/** A change that Google was asked for, for tests. */
interface Done {
  readonly kind: 'put' | 'delete' | 'patch'
  readonly name: string
  readonly body: unknown
  readonly at: string
}

export interface Book {
  reviews: StoredReview[]
  locations: Location[]
  /** The accounts of refresh tokens. */
  consents: Record<string, string>
  readonly done: Done[]
  topics: Record<string, string>
  keep(): void
  clear(): void
}

interface Row {
  readonly locationId: string
  readonly reviewId: string
  readonly reviewer: string | null
  readonly stars: number
  readonly comment: string
  readonly minutesAgo: number
  readonly editedMinutesAgo?: number
  readonly reply?: {
    readonly comment: string
    readonly minutesAgo: number
    readonly state: Reply['reviewReplyState']
    readonly violation?: string
  }
}

const ROWS = JSON.parse(readFileSync(path.join(import.meta.dirname, 'reviews.json'), 'utf8')) as Row[]
const HOUR_MS = 3_600_000

/** The demo clinics' consents. */
const FIRST_CONSENTS: Readonly<Record<string, string>> = {
  'sandbox-refresh-cedar': 'accounts/900000000000000001',
  'sandbox-refresh-lakeside': 'accounts/900000000000000002',
  'sandbox-refresh-harbor': 'accounts/900000000000000003',
}

/** The times count from the begun hour, so that a store that was filled with it has the same. */
function firstReviews(clock: Clock): StoredReview[] {
  const hour = Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS
  const before = (minutes: number) => new Date(hour - minutes * 60_000).toISOString()
  return ROWS.map(({ locationId, reviewId, reviewer, stars, comment, minutesAgo, editedMinutesAgo, reply }) => ({
    ...{ locationId, reviewId, reviewer, stars, comment, createTime: before(minutesAgo) },
    updateTime: before(editedMinutesAgo ?? minutesAgo),
    ...(reply && {
      reply: {
        ...{ comment: reply.comment, updateTime: before(reply.minutesAgo), reviewReplyState: reply.state },
        ...(reply.violation !== undefined && { policyViolation: reply.violation }),
      },
    }),
  }))
}

/** Without a file everything is forgotten at the end; a restart would then look like replies that were deleted. */
export function createBook(clock: Clock, file: string | null): Book {
  const first = () => ({
    ...{ reviews: firstReviews(clock), locations: firstLocations(clock.now()) },
    ...{ consents: { ...FIRST_CONSENTS }, topics: {} },
  })
  const book: Book = {
    ...(file === null ? first() : (readFrom(file) ?? first())),
    done: [],
    keep() {
      if (file === null) return
      mkdirSync(path.dirname(file), { recursive: true })
      const { reviews, locations, consents, topics } = book
      writeFileSync(`${file}.new`, JSON.stringify({ reviews, locations, consents, topics }))
      renameSync(`${file}.new`, file)
    },
    clear() {
      Object.assign(book, first())
      book.done.length = 0
      book.keep()
    },
  }
  book.keep()
  return book
}

function readFrom(file: string): Pick<Book, 'reviews' | 'locations' | 'consents' | 'topics'> | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
