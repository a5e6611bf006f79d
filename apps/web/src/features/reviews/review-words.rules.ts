/** The words of a review and of what became of the reply to it. */
import type { Review } from '@foyer/contracts/listings/reviews.ts'
import type { ReviewState } from '@foyer/contracts/listings/states.rules.ts'
import { givenName } from '../../lib/staff-names.rules.ts'

/** "4 of 5 stars" */
export function starWords(stars: number): string {
  return `${stars} of 5 stars`
}

const ANONYMOUS = 'A Google user'

export function reviewerOf({ reviewer }: Pick<Review, 'reviewer'>): string {
  const name = reviewer.displayName.trim()
  return reviewer.isAnonymous || name === '' ? ANONYMOUS : name
}

export const NO_COMMENT = '(No comment, stars only)'

const TRANSLATED = /^\(Translated by Google\)\s*([\s\S]*?)\s*\(Original\)\s*([\s\S]*)$/

/** The words of the reviewer, the original before Google's translation. */
export function commentOf({ comment }: Pick<Review, 'comment'>): {
  readonly text: string
  readonly translation: string | null
} {
  const text = comment.trim()
  const [, translation, original] = TRANSLATED.exec(text) ?? []
  return original === undefined ? { text, translation: null } : { text: original, translation: translation ?? null }
}

export type StateTone = 'warn' | 'bad' | 'ok' | 'quiet'

export interface StateWords {
  readonly label: string
  readonly tone: StateTone
  readonly icon: 'reply' | 'draft' | 'clock' | 'check' | 'alert' | 'gone'
}

const WORDS: Readonly<Record<Exclude<ReviewState, 'needsReply' | 'public'>, StateWords>> = {
  posting: { label: 'Posting', tone: 'quiet', icon: 'clock' },
  pending: { label: 'Google is checking the reply', tone: 'quiet', icon: 'clock' },
  rejected: { label: 'Google refused the reply', tone: 'bad', icon: 'alert' },
  failed: { label: 'The reply did not go out', tone: 'bad', icon: 'alert' },
  overtaken: { label: 'Another reply came first', tone: 'warn', icon: 'alert' },
  removing: { label: 'Removing the reply', tone: 'quiet', icon: 'clock' },
  removed: { label: 'Removed at Google', tone: 'quiet', icon: 'gone' },
}

/** "Needs a reply", "Replied by Marcus", "Google refused the reply". `by` is the name of the colleague who replied. */
export function stateWords({ foyer: { state, draft, editedAfterReply } }: Review, by: string | null): StateWords {
  if (state === 'public') {
    const label = by === null ? 'Replied' : `Replied by ${givenName(by)}`
    return { label, tone: 'ok', icon: 'check' }
  }
  if (state !== 'needsReply') return WORDS[state]
  if (draft !== null) return { label: 'Draft', tone: 'quiet', icon: 'draft' }
  return { label: editedAfterReply ? 'Edited after your reply' : 'Needs a reply', tone: 'warn', icon: 'reply' }
}

/** Why a reply or its removal has not left yet, as a sentence. */
export function problemWords(problem: Review['foyer']['problem']): string | null {
  if (problem === 'needs_consent') return 'Google asks for the consent of an admin again. It goes out after that.'
  if (problem === 'busy') return 'Google asks to wait. It goes out by itself.'
  return problem === 'unreachable' ? 'Google does not answer now. It goes out by itself.' : null
}
