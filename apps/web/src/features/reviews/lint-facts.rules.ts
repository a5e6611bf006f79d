/** The facts of a review for the privacy check, and the words that a canned reply is filled with. */

import { fillCannedReply } from '@foyer/contracts/listings/canned.rules.ts'
import type { Linted } from '@foyer/contracts/listings/finding.rules.ts'
import type { LintFacts } from '@foyer/contracts/listings/lint-facts.rules.ts'
import { lintReply } from '@foyer/contracts/listings/privacy.rules.ts'
import type { Review } from '@foyer/contracts/listings/reviews.ts'
import type { ListingConnection } from '../../parts/listings/use-listing-connection.ts'

export function factsOf(review: Review, { lint, locations }: ListingConnection, canned: readonly string[]): LintFacts {
  const { displayName, isAnonymous } = review.reviewer
  const own = locations.find(({ _id }) => _id === review.foyer.locationId)
  return { ...lint, reviewer: isAnonymous ? null : displayName, phone: own?.phone ?? null, canned }
}

/** The findings with a safe wording; a text without words has none. */
export function lintOf(text: string, facts: LintFacts): Linted {
  return text.trim() === '' ? { findings: [], proposal: null } : lintReply(text, facts)
}

/** A canned reply with the details of this review; a missing one leaves no gap. */
export function fillCanned(comment: string, review: Review, { locations }: ListingConnection): string {
  const { displayName, isAnonymous } = review.reviewer
  const own = locations.find(({ _id }) => _id === review.foyer.locationId)
  return fillCannedReply(comment, {
    reviewer: isAnonymous ? null : displayName,
    ...{ location: review.foyer.locationTitle, phone: own?.phone ?? null },
  })
}
