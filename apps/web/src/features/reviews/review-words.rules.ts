/** The words of a review and of what became of the reply to it. */
import type { Review } from '@foyer/contracts/listings/reviews.ts'
import { givenName } from '../../lib/staff-names.rules.ts'

const STARS: Readonly<Record<string, number>> = { ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FIVE: 5 }

export function starsOf({ starRating }: Pick<Review, 'starRating'>): number {
  return STARS[starRating] ?? 0
}

/** "4 of 5 stars" */
export function starWords(stars: number): string {
  return `${stars} of 5 stars`
}

export const ANONYMOUS = 'A Google user'

export function reviewerOf({ reviewer }: Pick<Review, 'reviewer'>): string {
  const name = reviewer.displayName?.trim()
  return reviewer.isAnonymous || !name ? ANONYMOUS : name
}

export const NO_COMMENT = '(No comment, stars only)'

const TRANSLATED = /^\(Translated by Google\)\s*([\s\S]*?)\s*\(Original\)\s*([\s\S]*)$/

/** The words of the reviewer, the original before Google's translation. */
export function commentOf({ comment }: Pick<Review, 'comment'>): { readonly text: string; readonly translation: string | null } {
  const text = comment?.trim() ?? ''
  const [, translation, original] = TRANSLATED.exec(text) ?? []
  return original === undefined ? { text, translation: null } : { text: original, translation: translation ?? null }
}

export type StateTone = 'warn' | 'bad' | 'ok' | 'quiet'

export interface StateWords {
  readonly label: string
  readonly tone: StateTone
  readonly icon: 'reply' | 'draft' | 'clock' | 'check' | 'alert' | 'gone'
}

/** "Needs a reply", "Replied by Marcus", "Google refused the reply". `by` is the name of the colleague who replied. */
export function stateWords({ foyer, reviewReply }: Review, by: string | null): StateWords {
  if (foyer.removed) return { label: 'Removed at Google', tone: 'quiet', icon: 'gone' }
  switch (foyer.state) {
    case 'posting':
      return { label: 'Posting', tone: 'quiet', icon: 'clock' }
    case 'pending':
      return { label: 'Google is checking the reply', tone: 'quiet', icon: 'clock' }
    case 'public':
      if (foyer.overtaken) return { label: 'Another reply stands', tone: 'warn', icon: 'alert' }
      return { label: by === null ? 'Replied' : `Replied by ${givenName(by)}`, tone: 'ok', icon: 'check' }
    case 'rejected':
      return { label: 'Google refused the reply', tone: 'bad', icon: 'alert' }
    case 'failed':
      return { label: 'The reply did not go out', tone: 'bad', icon: 'alert' }
    default:
      if (foyer.overtaken) return { label: 'Another reply stands', tone: 'warn', icon: 'alert' }
      if (foyer.draft !== null) return { label: 'Draft', tone: 'quiet', icon: 'draft' }
      if (foyer.editedAfterReply && reviewReply !== undefined)
        return { label: 'Edited after your reply', tone: 'warn', icon: 'reply' }
      return { label: 'Needs a reply', tone: 'warn', icon: 'reply' }
  }
}
