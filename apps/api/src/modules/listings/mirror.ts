/**
 * Keeps the reviews of a location equal to Google's. A visit reads from the first page until a page brings nothing new, and goes
 * on with the full pass where the last visit left it. What a page lacks is not deleted: if the numbers differ after a full pass,
 * the next one marks what it shows, and what it did not show is asked for one by one. A review that can't be read counts too.
 */
import { sql } from 'kysely'
import type { Counter } from 'prom-client'
import type { GoogleGateway } from '../../gateways/google.ts'
import type { Consent, Failure } from '../../gateways/google-http.ts'
import type { GoogleReview, ReviewPage } from '../../gateways/google-wire.ts'
import type { Services } from '../../services.ts'
import { type Backoff, retryDelayMs } from '../../workers/backoff.rules.ts'
import { findConsent, noteConsentEnded } from './consents.ts'
import { type DueLocation, dueLocations, findLocation, type LocationRow } from './locations.store.ts'
import { merge, newReview, type ReviewRow, type ReviewSet } from './merge.rules.ts'
import { requestsOf, singleReadsOf, takePace } from './pace.store.ts'
import { goneReview } from './reply.rules.ts'
import { findReviews, lockLocation, lockReviews, saveReviews } from './reviews.store.ts'
import type { TokenSeal } from './token-seal.ts'

export interface MirrorServices extends Pick<Services, 'database' | 'clock' | 'config'> {
  /** Null if Google is not set up (any more). */
  readonly gateway: GoogleGateway | null
  readonly seal: TokenSeal
  readonly worker: string
  /** Whether the lease lasts as long as a request and its commit may take. */
  readonly mayAsk: () => boolean
  readonly skipped?: Counter
}

/** Small transactions, so that the inbox's writers get in between. */
const ROWS_AT_ONCE = 10
const PAGES_AT_ONCE = 10
const SINGLES_AT_ONCE = 10
/** A pass starts over at once so often. A token may die between two visits, but not again and again. */
const RESTARTS_AT_ONCE = 2
const DAY_MS = 24 * 60 * 60_000
const RETRIES: Backoff = { firstMs: 2000, mostMs: 5 * 60_000, unknownMs: 2000 }
/** Without consent the row waits; the consent makes it due. */
const NO_CONSENT_MS = 60 * 60_000

type Outcome = 'same' | 'changed' | 'unfinished' | Failure['outcome']

export async function mirrorLocation(parts: MirrorServices, due: DueLocation): Promise<string> {
  const { database, clock, gateway, config, worker } = parts
  const { organizationId, locationId } = due
  const location = await database.read(organizationId, (tx) => findLocation(tx, organizationId, locationId), 'carrier')
  if (!location || location.due_at === null) return 'dropped'
  const consent = await findConsent(parts, organizationId)
  if (gateway === null || consent === null) {
    await release(parts, due, NO_CONSENT_MS, { problem: 'needs_consent' })
    return 'needs_consent'
  }
  const pass = createPass(parts, { gateway, consent, location })
  const outcome = await pass.run()
  if (outcome === 'consent') await noteConsentEnded(parts, consent)
  const failure = PROBLEMS[outcome]
  if (failure !== undefined) {
    const failed = location.failed + 1
    const delayMs = outcome === 'consent' ? NO_CONSENT_MS : (pass.retryAfterMs() ?? retryDelayMs(RETRIES, failed))
    await release(parts, due, delayMs, { problem: failure, failed })
    return outcome
  }
  const pollMs = (config.google?.pollSeconds ?? 300) * 1000
  // Only the end of a pass shows that Google takes all of it.
  const set = { problem: null, ...(outcome !== 'unfinished' && { failed: 0, last_sync_at: clock.now() }) }
  // A hint that came meanwhile has made the row due again, and stays. The row was read in milliseconds.
  const untilPoll = sql<number>`case when date_trunc('milliseconds', due_at) > ${location.due_at} then 0 else ${pollMs}::float8 end`
  const delayMs = outcome === 'unfinished' ? 0 : untilPoll
  await database.systemStatement((queries) => dueLocations.release(queries, due, { worker, set, delayMs }))
  return outcome
}

const PROBLEMS: Readonly<Partial<Record<Outcome, LocationRow['problem']>>> = {
  consent: 'needs_consent',
  busy: 'busy',
  unknown: 'unreachable',
  refused: 'refused',
  absent: 'refused',
}

async function release(
  { database, worker }: MirrorServices,
  due: DueLocation,
  delayMs: number,
  set: Readonly<Partial<Pick<LocationRow, 'problem' | 'failed'>>>,
): Promise<void> {
  await database.systemStatement((queries) => dueLocations.release(queries, due, { worker, delayMs, set }))
}

interface Given {
  readonly gateway: GoogleGateway
  readonly consent: Consent
  readonly location: LocationRow
}

function createPass(parts: MirrorServices, { gateway, consent, location }: Given) {
  const { database, clock, mayAsk } = parts
  const { organization_id: organizationId, id: locationId, account } = location
  let failure: Failure | undefined
  let hasChanged = false
  const now = () => clock.now()

  async function pace(): Promise<boolean> {
    if (!mayAsk()) return false
    const waitMs = await database.systemStatement((queries) => takePace(queries, organizationId, requestsOf(account)))
    if (waitMs === null) return true
    failure = { outcome: 'busy', retryAfterMs: waitMs }
    return false
  }

  async function pageOf(pageToken?: string): Promise<{ page: ReviewPage; askedAt: Date } | null> {
    if (!(await pace())) return null
    const askedAt = now()
    const answer = await gateway.reviews(consent, { account, locationId }, pageToken)
    if (answer.outcome === 'ok') {
      parts.skipped?.inc(answer.value.skipped)
      return { page: answer.value, askedAt }
    }
    failure = answer
    return null
  }

  /** True if the page brought something new. */
  async function take({ page, askedAt }: { page: ReviewPage; askedAt: Date }, marks: boolean): Promise<boolean> {
    let isNew = false
    for (let from = 0; from < page.reviews.length; from += ROWS_AT_ONCE)
      if (await takeSome(page.reviews.slice(from, from + ROWS_AT_ONCE), askedAt, marks)) isNew = true
    await saveTotals(page)
    if (isNew) hasChanged = true
    return isNew
  }

  async function takeSome(reviews: readonly GoogleReview[], askedAt: Date, marks: boolean): Promise<boolean> {
    const newest = newestOf(reviews)
    const ids = [...newest.keys()]
    // Most pages bring nothing, which a reading finds without any lock.
    const known = await database.read(
      organizationId,
      (tx) => findReviews(tx, organizationId, locationId, ids),
      'carrier',
    )
    if (marks) await markSeen(ids, askedAt)
    if (savesOf(known, newest, askedAt).length === 0) return false
    return database.write(
      organizationId,
      async (tx) => {
        const locked = await lockLocation(tx, organizationId, locationId)
        if (!locked) return false
        const saves = savesOf(await lockReviews(tx, organizationId, locationId, ids), newest, askedAt)
        await saveReviews(tx, { organizationId, at: now() }, locked, saves)
        return saves.length > 0
      },
      'carrier',
    )
  }

  async function markSeen(ids: readonly string[], at: Date): Promise<void> {
    if (ids.length === 0) return
    await database.systemStatement((queries) =>
      queries
        .updateTable('reviews')
        .set({ seen_at: at })
        .where('organization_id', '=', organizationId)
        .where('location_id', '=', locationId)
        .where('review_id', 'in', ids)
        .execute(),
    )
  }

  async function saveTotals({ averageRating, totalReviewCount }: ReviewPage): Promise<void> {
    if (totalReviewCount === null) return
    if (location.total_review_count === totalReviewCount && location.average_rating === averageRating) return
    await setLocation({ average_rating: averageRating, total_review_count: totalReviewCount })
    Object.assign(location, { average_rating: averageRating, total_review_count: totalReviewCount })
  }

  async function setLocation(set: Readonly<Partial<LocationRow>>): Promise<void> {
    await database.systemStatement((queries) =>
      queries
        .updateTable('listing_locations')
        .set(set as never)
        .where('organization_id', '=', organizationId)
        .where('id', '=', locationId)
        .execute(),
    )
  }

  /** From the first page until a page brings nothing new. */
  async function readNews(): Promise<void> {
    let pageToken: string | undefined
    for (let pages = 0; pages < PAGES_AT_ONCE; pages++) {
      const given = await pageOf(pageToken)
      if (!given) return
      const isNew = await take(given, false)
      pageToken = given.page.nextPageToken
      if (!isNew || pageToken === undefined) return
    }
    // The full pass finds the rest.
  }

  /** Goes on with the full pass; true at its end. Each page's place is kept, so that no visit begins again. */
  async function readAll(): Promise<boolean> {
    const isBegun = location.pass_since !== null
    const since = location.pass_since ?? now()
    const marks = isBegun
      ? location.pass_marks
      : !(await isEqual(location.pass_skipped)) && location.last_full_at !== null
    const begun = { pass_since: since, pass_token: null, pass_marks: marks, pass_restarts: 0, pass_skipped: 0 }
    if (!isBegun) await setLocation(begun)
    let skipped = isBegun ? location.pass_skipped : 0
    let pageToken = location.pass_token ?? undefined
    for (let pages = 0; pages < PAGES_AT_ONCE; pages++) {
      const given = await pageOf(pageToken)
      if (!given) {
        if (failure?.outcome === 'refused' && pageToken !== undefined) await startOver()
        return false
      }
      await take(given, marks)
      skipped += given.page.skipped
      pageToken = given.page.nextPageToken
      if (pageToken === undefined) return finishAll(since, marks, skipped)
      await setLocation({ pass_token: pageToken, pass_skipped: skipped })
    }
    return false
  }

  /** The token died. The refusal counts if the pass has started over too often. */
  async function startOver(): Promise<void> {
    const restarts = location.pass_restarts + 1
    if (restarts <= RESTARTS_AT_ONCE) failure = undefined
    await setLocation({ pass_token: null, pass_restarts: restarts, pass_skipped: 0 })
  }

  async function finishAll(since: Date, marks: boolean, skipped: number): Promise<boolean> {
    if (marks && !(await askForUnseen(since))) return false
    // A pass that did not bring the numbers together is followed by one that marks; after that one the next is nightly.
    const wantsMarks = !marks && !(await isEqual(skipped))
    await setLocation({
      pass_token: null,
      pass_since: wantsMarks ? now() : null,
      pass_marks: wantsMarks,
      pass_restarts: 0,
      pass_skipped: wantsMarks ? 0 : skipped,
      last_full_at: now(),
    })
    return !wantsMarks
  }

  /** True if the reviews that are kept and those that could not be read are as many as Google's. */
  const isEqual = async (skipped: number) => {
    const row = await database.read(organizationId, (tx) => findLocation(tx, organizationId, locationId), 'carrier')
    return (row?.total ?? 0) + skipped === location.total_review_count
  }

  /** Asks by name for what the pass did not show, some at a time; true if none is left. */
  async function askForUnseen(since: Date): Promise<boolean> {
    for (let asked = 0; asked < SINGLES_AT_ONCE; asked++) {
      const [unseen] = await database.read(
        organizationId,
        (tx) =>
          tx
            .selectFrom('reviews')
            .select('review_id')
            .where('organization_id', '=', organizationId)
            .where('location_id', '=', locationId)
            .where('state', '<>', 'removed')
            .where('seen_at', '<', since)
            .orderBy('seen_at')
            .limit(1)
            .execute(),
        'carrier',
      )
      if (!unseen) return true
      const waitMs = await database.systemStatement((queries) =>
        takePace(queries, organizationId, singleReadsOf(locationId)),
      )
      // The next nights ask for the rest.
      if (waitMs !== null) return true
      if (!(await pace())) return false
      const askedAt = now()
      const answer = await gateway.review(consent, { account, locationId, reviewId: unseen.review_id })
      if (answer.outcome === 'ok') await takeSome([answer.value], askedAt, true)
      else if (answer.outcome === 'absent') await remove(unseen.review_id)
      else if (answer.outcome === 'unreadable') {
        parts.skipped?.inc()
        await markSeen([unseen.review_id], askedAt)
      } else {
        failure = answer
        return false
      }
    }
    return false
  }

  async function remove(reviewId: string): Promise<void> {
    await database.write(
      organizationId,
      async (tx) => {
        const locked = await lockLocation(tx, organizationId, locationId)
        const [row] = await lockReviews(tx, organizationId, locationId, [reviewId])
        if (!locked || !row || row.state === 'removed') return
        await saveReviews(tx, { organizationId, at: now() }, locked, [{ row, set: goneReview(row, now()) }])
      },
      'carrier',
    )
    hasChanged = true
  }

  return {
    retryAfterMs: () => (failure?.outcome === 'busy' ? failure.retryAfterMs : null),
    async run(): Promise<Outcome> {
      await readNews()
      if (failure) return failure.outcome
      const isDue = location.last_full_at === null || now().getTime() - location.last_full_at.getTime() > DAY_MS
      const isWhole = (location.pass_since === null && !isDue) || (await readAll())
      // Its type is narrowed by the assignment above alone.
      const failed = failure as Failure | undefined
      if (failed) return failed.outcome
      if (!isWhole) return 'unfinished'
      return hasChanged ? 'changed' : 'same'
    },
  }
}

/** A page may show a review twice: the newest state counts. */
function newestOf(reviews: readonly GoogleReview[]): ReadonlyMap<string, GoogleReview> {
  const newest = new Map<string, GoogleReview>()
  for (const review of reviews) {
    const known = newest.get(review.reviewId)
    if (!known || known.updateTime <= review.updateTime) newest.set(review.reviewId, review)
  }
  return newest
}

function savesOf(rows: readonly ReviewRow[], newest: ReadonlyMap<string, GoogleReview>, askedAt: Date) {
  const known = new Map(rows.map((row) => [row.review_id, row]))
  return [...newest.values()].flatMap((review): { row: ReviewRow | null; set: ReviewSet }[] => {
    const row = known.get(review.reviewId)
    if (!row) return [{ row: null, set: newReview(review) }]
    const set = merge(row, review, askedAt)
    return set === null ? [] : [{ row, set: { ...set, ...followed(row, set) } }]
  })
}

/** A reply that Google checks is asked about again. */
function followed(row: ReviewRow, set: ReviewSet): ReviewSet {
  if (set.state === 'pending' && row.state !== 'pending') return { asked: 0, due_at: new Date(0) }
  return set.state !== undefined && row.state === 'pending' ? { due_at: null } : {}
}
