/** The causes for which a fax does not arrive: Sinch's codes, the sentences that are shown, and whether it is tried again. */

export const causes = [
  'busy',
  'no_answer',
  'line_dropped',
  'not_a_fax',
  'incompatible',
  'number_dead',
  'document',
  'account',
  // The fax service did not take the fax, so that no machine was called.
  'number_refused',
  'own_number_refused',
  'refused',
  'no_service',
] as const
export type Cause = (typeof causes)[number]

interface CauseWords {
  readonly sentence: string
  /** The advice to a person. */
  readonly nextStep: string
}

const WORDS: Readonly<Record<Cause, CauseWords>> = {
  busy: { sentence: 'The line was busy.', nextStep: 'Send it again later' },
  no_answer: { sentence: 'Nobody answered.', nextStep: 'Check the number, or send it again later' },
  line_dropped: { sentence: 'The line broke off.', nextStep: 'Send it again' },
  not_a_fax: { sentence: 'A person or a voicemail answered.', nextStep: 'Check the number' },
  incompatible: {
    sentence: 'The other machine does not understand this fax.',
    nextStep: 'Ask for another fax number',
  },
  number_dead: { sentence: 'This number is not in service.', nextStep: 'Check the number' },
  document: { sentence: "The file couldn't be turned into pages.", nextStep: 'Save it as a new PDF and send that' },
  account: {
    sentence: "The fax service refused the clinic's account.",
    nextStep: 'Ask your administrator to check the fax account',
  },
  number_refused: { sentence: 'The fax service does not take this number.', nextStep: 'Check the number' },
  own_number_refused: {
    sentence: "The fax service does not take the clinic's own fax number.",
    nextStep: 'Ask your administrator to check the fax account',
  },
  refused: {
    sentence: 'The fax service refused this fax.',
    nextStep: 'Ask your administrator to look into it',
  },
  no_service: {
    sentence: 'No fax service is set up.',
    nextStep: 'Ask your administrator to set one up',
  },
}

/** For a page that is older than the API, and does not know the cause. */
const NEWER: CauseWords = { sentence: 'The fax did not go out.', nextStep: 'Load this page again to see why' }

export function wordsOfCause(cause: Cause): CauseWords {
  return (WORDS as Readonly<Partial<Record<string, CauseWords>>>)[cause] ?? NEWER
}

/** A failure as Sinch reports it. */
export interface ProviderFailure {
  readonly errorType: string | null
  readonly errorCode: number | null
}

const CALL_CODES: ReadonlyMap<number, Cause> = new Map([
  [17, 'busy'],
  [16, 'no_answer'],
  [30, 'no_answer'],
  [32, 'incompatible'],
  [34, 'number_dead'],
  [49, 'number_dead'],
])

const FAX_CODES: ReadonlyMap<number, Cause> = new Map<number, Cause>([
  [48, 'no_answer'],
  ...[13, 14, 26, 28, 132].map((code) => [code, 'not_a_fax'] as const),
  ...[7, 25, 31, 68].map((code) => [code, 'incompatible'] as const),
  [133, 'number_dead'],
  [46, 'account'],
])

/** An answer with which the service refuses to take a fax. */
export interface ProviderRefusal {
  /** The HTTP status, from 400 to 499. */
  readonly status: number
  /** The fields of the request that the service names as wrong. */
  readonly fields: readonly string[]
}

export type RefusalCause = Extract<Cause, 'account' | 'document' | 'number_refused' | 'own_number_refused' | 'refused'>

/** An unknown project is 404, so it is a matter of the account too. */
const ACCOUNT_STATUSES: ReadonlySet<number> = new Set([401, 402, 403, 404])
/** The file is too large, or of a kind that the service does not take. */
const DOCUMENT_STATUSES: ReadonlySet<number> = new Set([413, 415])

export function causeOfRefusal({ status, fields }: ProviderRefusal): RefusalCause {
  if (ACCOUNT_STATUSES.has(status)) return 'account'
  if (fields.includes('to')) return 'number_refused'
  if (fields.includes('from')) return 'own_number_refused'
  return DOCUMENT_STATUSES.has(status) || fields.includes('file') ? 'document' : 'refused'
}

/** Some pages arrived before the call ended. */
const PARTIAL_CODE = 131

/** A code that is not known counts as a broken line, which is tried again. */
export function causeOf({ errorType, errorCode }: ProviderFailure): Cause {
  if (errorType === 'DOCUMENT_CONVERSION_ERROR') return 'document'
  const codes = errorType === 'CALL_ERROR' ? CALL_CODES : errorType === 'FAX_ERROR' ? FAX_CODES : undefined
  return codes?.get(errorCode ?? -1) ?? 'line_dropped'
}

export function isPartial({ errorType, errorCode }: ProviderFailure, pagesSent: number | null): boolean {
  return (pagesSent ?? 0) > 0 || (errorType === 'FAX_ERROR' && errorCode === PARTIAL_CODE)
}

const TRIED_AGAIN: ReadonlySet<Cause> = new Set(['busy', 'no_answer', 'line_dropped'])

/**
 * The seconds until the next attempt; null if none follows. `causes` are those of the attempts so far, the newest last. A
 * person or a voicemail is called once more only.
 */
export function secondsUntilNext(ended: readonly (Cause | null)[], retrySeconds: readonly number[]): number | null {
  const newest = ended.at(-1)
  if (newest == null) return null
  const again =
    newest === 'not_a_fax' ? ended.filter((cause) => cause === 'not_a_fax').length === 1 : TRIED_AGAIN.has(newest)
  return again ? (retrySeconds[ended.length - 1] ?? null) : null
}
