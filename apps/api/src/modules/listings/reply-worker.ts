/**
 * Brings replies and their removals to Google, each once. Google is looked at before each call, also the first: a reply that
 * stands there already is settled, and one of another is not overwritten.
 */

import type { GoogleGateway } from '../../gateways/google.ts'
import type { Consent, Failure } from '../../gateways/google-http.ts'
import { type GoogleReview, readReply } from '../../gateways/google-wire.ts'
import type { Services } from '../../services.ts'
import { type Backoff, retryDelayMs } from '../../workers/backoff.rules.ts'
import { findConsent, isDisconnected, noteConsentEnded } from './consents.ts'
import { changesOf, type ReviewRow, type ReviewSet } from './merge.rules.ts'
import { editsOf, requestsOf, takePace } from './pace.store.ts'
import * as rules from './reply.rules.ts'
import { type DueReview, dueReviews, findReview, type Held, lockReview, saveReviews } from './reviews.store.ts'
import type { TokenSeal } from './token-seal.ts'

export interface ReplyServices extends Pick<Services, 'database' | 'clock'> {
  /** Null if Google is not set up (any more). */
  readonly gateway: GoogleGateway | null
  readonly seal: TokenSeal
  readonly worker: string
  /** Whether the lease lasts as long as a call may take. */
  readonly mayCall: () => boolean
}

/** 2 s, 4 s, … up to a minute. */
const RETRIES: Backoff = { firstMs: 2000, mostMs: 60_000, unknownMs: 2000 }
/** Without consent the row waits; the consent makes it due. */
const NO_CONSENT_MS = 60 * 60_000
const REFUSED_UNTOLD = 'Google refused it and gave no reason we know.'

export async function handleReply(parts: ReplyServices, due: DueReview): Promise<string> {
  const { database, gateway } = parts
  const held = await database.read(due.organizationId, (tx) => findReview(tx, due), 'carrier')
  if (!held || held.row.due_at === null) return 'dropped'
  const release = () =>
    settle(parts, due, (row) => (isSameWork(row, held.row) ? rules.released(row, parts.clock.now()) : null), 'released')
  if (held.location.due_at === null) return release()
  const consent = await findConsent(parts, due.organizationId)
  if (gateway === null || consent === null) {
    const isLeft = held.row.state !== 'pending' && (await isDisconnected(parts, due.organizationId))
    return isLeft ? release() : wait(parts, due, held, { outcome: 'consent' })
  }
  const look = await ask(parts, { gateway, consent, held })
  if (look.outcome === 'absent') return settle(parts, due, (row) => rules.goneReview(row, parts.clock.now()), 'gone')
  if (look.outcome === 'refused' || look.outcome === 'unreadable') {
    const message =
      look.outcome === 'refused'
        ? look.refusal.message || REFUSED_UNTOLD
        : 'Google has this review in a form that we cannot read.'
    return settle(
      parts,
      due,
      (row) => (isSameWork(row, held.row) ? rules.notSeen(row, message, parts.clock.now()) : null),
      look.outcome,
    )
  }
  if (look.outcome !== 'ok') return failed(parts, due, { held, consent, failure: look })
  const { review, askedAt } = look
  if (held.row.state === 'pending')
    return settle(
      parts,
      due,
      (row) => (row.state === 'pending' ? rules.followed(row, review, askedAt, parts.clock.now()) : null),
      'asked',
    )
  const next = rules.nextStep(held.row, review, parts.clock.now())
  if (next.step === 'nothing') return settle(parts, due, () => ({ due_at: null }), 'nothing')
  if (next.step === 'settled' || next.step === 'overtaken')
    return settle(
      parts,
      due,
      (row) => (isSameWork(row, held.row) ? again(row, review, parts.clock.now()) : null),
      next.step,
    )
  return callGoogle(parts, due, { gateway, consent, held, next, review })
}

/** The step is found again under the lock, because the row may have changed. */
function again(row: ReviewRow, review: Parameters<typeof rules.nextStep>[1], now: Date): ReviewSet | null {
  const next = rules.nextStep(row, review, now)
  return next.step === 'settled' || next.step === 'overtaken' ? next.set : null
}

interface Given {
  readonly gateway: GoogleGateway
  readonly consent: Consent
  readonly held: Held
}

async function ask({ database, clock }: ReplyServices, { gateway, consent, held }: Given) {
  const { row, location } = held
  const waitMs = await database.systemStatement((queries) =>
    takePace(queries, row.organization_id, requestsOf(location.account)),
  )
  if (waitMs !== null) return { outcome: 'busy' as const, retryAfterMs: waitMs }
  const askedAt = clock.now()
  const answer = await gateway.review(consent, nameOf(held))
  return answer.outcome === 'ok' ? { outcome: 'ok' as const, review: answer.value, askedAt } : answer
}

const nameOf = ({ row, location }: Held) => ({
  account: location.account,
  locationId: row.location_id,
  reviewId: row.review_id,
})

interface Called extends Given {
  readonly next: Extract<rules.Step, { step: 'put' | 'delete' }>
  /** The review as Google had it just before. */
  readonly review: GoogleReview
}

async function callGoogle(
  parts: ReplyServices,
  due: DueReview,
  { gateway, consent, held, next, review }: Called,
): Promise<string> {
  const { database, clock, mayCall } = parts
  const waitMs = await database.systemStatement((queries) =>
    takePace(queries, due.organizationId, editsOf(due.locationId)),
  )
  if (waitMs !== null) return wait(parts, due, held, { outcome: 'busy', retryAfterMs: waitMs })
  if (!mayCall() || !(await begin(parts, due, held.row))) return 'late'
  const name = nameOf(held)
  const answer =
    next.step === 'put' ? await gateway.putReply(consent, name, next.comment) : await gateway.deleteReply(consent, name)
  if (answer.outcome === 'ok') {
    const said = next.step === 'put' ? readReply(answer.value) : undefined
    return settle(
      parts,
      due,
      (row) => {
        if (!isSameWork(row, held.row)) return null
        return next.step === 'put' ? rules.accepted(row, clock.now(), said) : rules.removedReply(clock.now())
      },
      next.step === 'put' ? 'posted' : 'removed',
    )
  }
  if (answer.outcome === 'refused') {
    const message = answer.refusal.message || REFUSED_UNTOLD
    return settle(
      parts,
      due,
      (row) => {
        if (!isSameWork(row, held.row)) return null
        return next.step === 'put'
          ? rules.refused(row, message, clock.now())
          : rules.keptReply(row, review, clock.now())
      },
      'refused',
    )
  }
  // Absent may be the reply or the review: the next look tells.
  const failure: Failure = answer.outcome === 'absent' ? { outcome: 'unknown' } : answer
  // Google certainly did not do it, so the text may still be changed, unless an earlier try may have left.
  const isUndone = (failure.outcome === 'busy' || failure.outcome === 'consent') && held.row.called_at === null
  return failed(parts, due, { held, consent, failure, isUndone })
}

/** The staff want the same as when Google was asked. */
function isSameWork(row: ReviewRow, before: ReviewRow): boolean {
  return row.state === before.state && row.wanted === before.wanted
}

/** Committed before the call; false if the lease or the work is another's now. */
async function begin({ database, clock, worker }: ReplyServices, due: DueReview, before: ReviewRow): Promise<boolean> {
  return database.write(
    due.organizationId,
    async (tx) => {
      if (!(await dueReviews.isHeld(tx, due, worker))) return false
      const { numUpdatedRows } = await tx
        .updateTable('reviews')
        .set({ called_at: clock.now() })
        .where('organization_id', '=', due.organizationId)
        .where('location_id', '=', due.locationId)
        .where('review_id', '=', due.reviewId)
        .where('state', '=', before.state)
        .where('wanted', before.wanted === null ? 'is' : '=', before.wanted)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    'carrier',
  )
}

async function settle(
  parts: ReplyServices,
  due: DueReview,
  decide: (row: ReviewRow) => ReviewSet | null,
  outcome: string,
): Promise<string> {
  const { database, clock } = parts
  return database.write(
    due.organizationId,
    async (tx) => {
      const held = await lockReview(tx, due)
      if (!held) return 'dropped'
      const set = decide(held.row)
      const free = { leased_by: null, leased_until: null }
      if (set === null) {
        await dueReviews.change(tx, due, free)
        dueReviews.wake(tx)
        return 'changed_meanwhile'
      }
      const isShown = Object.keys(changesOf(held.row, set) ?? {}).some((column) => !JOB_COLUMNS.has(column))
      if (isShown)
        await saveReviews(tx, { organizationId: due.organizationId, at: clock.now() }, held.location, [
          { row: held.row, set: { ...set, ...free } },
        ])
      else await dueReviews.change(tx, due, { ...set, ...free })
      dueReviews.wake(tx)
      return outcome
    },
    'carrier',
  )
}

/** No screen shows them, so no event tells of them. */
const JOB_COLUMNS = new Set(['due_at', 'asked', 'not_taken', 'called_at', 'settled_at'])

interface Failed {
  readonly held: Held
  readonly consent: Consent
  readonly failure: Failure
  readonly isUndone?: boolean
}

async function failed(
  parts: ReplyServices,
  due: DueReview,
  { held, consent, failure, isUndone = false }: Failed,
): Promise<string> {
  if (failure.outcome === 'consent') await noteConsentEnded(parts, consent)
  return wait(parts, due, held, failure, isUndone)
}

/** The reply stays on its way; screens are told why once. */
async function wait(
  parts: ReplyServices,
  due: DueReview,
  { row }: Held,
  failure: Failure,
  isUndone = false,
): Promise<string> {
  const { database, clock, worker } = parts
  const problem = failure.outcome === 'consent' ? 'needs_consent' : failure.outcome === 'busy' ? 'busy' : 'unreachable'
  const asked = failure.outcome === 'busy' ? failure.retryAfterMs : null
  const delayMs = failure.outcome === 'consent' ? NO_CONSENT_MS : (asked ?? retryDelayMs(RETRIES, row.not_taken + 1))
  const isShort = failure.outcome === 'busy' && asked !== null && asked <= 1000
  if (row.problem !== problem && row.state !== 'pending' && !isShort)
    await database.write(
      due.organizationId,
      async (tx) => {
        const held = await lockReview(tx, due)
        if (!held || held.row.problem === problem || !isSameWork(held.row, row)) return
        await saveReviews(tx, { organizationId: due.organizationId, at: clock.now() }, held.location, [
          { row: held.row, set: { problem } },
        ])
      },
      'carrier',
    )
  const set = { not_taken: row.not_taken + 1, ...(isUndone && { called_at: null }) }
  await database.systemStatement((queries) => dueReviews.release(queries, due, { worker, delayMs, set }))
  return failure.outcome
}
