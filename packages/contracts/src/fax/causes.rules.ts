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
  document: { sentence: "The file couldn't be turned into pages.", nextStep: 'Save it as a PDF and send that' },
  account: {
    sentence: "The fax service refused the clinic's account.",
    nextStep: 'Ask your administrator to check the fax account',
  },
}

export function wordsOfCause(cause: Cause): CauseWords {
  return WORDS[cause]
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
