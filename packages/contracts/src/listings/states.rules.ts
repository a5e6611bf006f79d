/** The states of a review, and its part in the counts. */

export const reviewStates = [
  'needsReply',
  /** Our reply is on its way to Google. */
  'posting',
  /** Google has the reply and checks it. */
  'pending',
  'public',
  /** Google took the reply down; its text is in `refused`. */
  'rejected',
  /** Google did not take the reply; its text is in `refused`. */
  'failed',
  /** Another reply came to Google first; both texts are shown, and nothing is overwritten unasked. */
  'overtaken',
  /** The removal of the reply is on its way to Google. */
  'removing',
  /** Google does not have the review any more. */
  'removed',
] as const
export type ReviewState = (typeof reviewStates)[number]

export const reviewFilters = ['all', 'needsReply', 'replied', 'low'] as const
export type ReviewFilter = (typeof reviewFilters)[number]

export const reviewOrders = ['updateTime desc', 'createTime desc', 'rating', 'rating desc'] as const
export type ReviewOrder = (typeof reviewOrders)[number]

export const starWords = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'] as const
export type StarWord = (typeof starWords)[number]

export function starsOf(word: StarWord): number {
  return starWords.indexOf(word) + 1
}

const WAITING: readonly ReviewState[] = ['needsReply', 'rejected', 'failed', 'removing']

function needsReply(state: ReviewState): boolean {
  return WAITING.includes(state)
}

/** The reply is with Google or on its way there. */
function isReplied(state: ReviewState): boolean {
  return state !== 'removed' && !needsReply(state)
}

/** One or two stars. */
function isLow(stars: number): boolean {
  return stars <= 2
}

interface Listed {
  readonly state: ReviewState
  readonly stars: number
}

/** A review that Google does not have any more is in no list and no count. */
export function matchesFilter({ state, stars }: Listed, filter: ReviewFilter): boolean {
  if (state === 'removed') return false
  if (filter === 'needsReply') return needsReply(state)
  if (filter === 'replied') return isReplied(state)
  return filter === 'all' || isLow(stars)
}

/** The causes that Google names for a reply it took down, in words. Google adds causes without notice. */
const VIOLATIONS: Readonly<Record<string, string>> = {
  ADVERTISING_AND_SOLICITATION: 'Google took it for advertising.',
  BULLYING: 'Google found it bullying.',
  CHARACTER_AND_PROFANITY: 'Google found rude words in it.',
  CHILD_SAFETY: 'Google took it down for the safety of children.',
  DANGEROUS_CONTENT: 'Google found it dangerous.',
  DEFAMATION: 'Google took it for defamation.',
  DISCRIMINATION: 'Google found it discriminating.',
  FAKE_ENGAGEMENT: 'Google took it for engagement that is not real.',
  FRAUD: 'Google took it for fraud.',
  GIBBERISH: 'Google could not make sense of it.',
  HARASSMENT: 'Google found it harassing.',
  HATE_SPEECH: 'Google found hateful words in it.',
  ILLEGAL: 'Google took it for something illegal.',
  IMPERSONATION: 'Google took it for the words of another.',
  MISINFORMATION: 'Google took it for misinformation.',
  OBSCENITY: 'Google found it obscene.',
  OFF_TOPIC: 'Google found it off topic.',
  PERSONAL_INFORMATION: 'Google found personal details in it.',
  PII: 'Google found personal details in it.',
  PROFANITY: 'Google found rude words in it.',
  REPETITIVE: 'Google saw the same text too often.',
  REPETITIVE_CONTENT: 'Google saw the same text too often.',
  RESTRICTED_CONTENT: 'Google restricts such content.',
  SEXUALLY_EXPLICIT: 'Google found it sexually explicit.',
  SPAM: 'Google took it for spam.',
  TERRORIST_CONTENT: 'Google took it for terrorist content.',
  VIOLENCE: 'Google found it violent.',
}

export function violationWords(violation: string | null): string {
  return (violation !== null && VIOLATIONS[violation]) || 'Google refused it and gave no reason we know.'
}
