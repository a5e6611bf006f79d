/** The reasons for which a patient of an audience gets nothing, and their sentences. */

export const skipReasons = [
  'no_address',
  'not_enabled',
  'opted_out',
  'unsubscribed',
  'blocked',
  'asked_to_stop',
  'unreachable',
  'no_consent',
  'shared_number',
  'missing_field',
  'over_budget',
  'already_got',
  'condition',
  'too_late',
  'deceased',
  'gone',
] as const
export type SkipReason = (typeof skipReasons)[number]

interface SkipWords {
  /** About one patient. */
  readonly sentence: string
  /** After a number of patients: "96 opted out". */
  readonly label: string
}

const WORDS: Readonly<Record<SkipReason, SkipWords>> = {
  no_address: { sentence: 'No number or email address is on file.', label: 'without a number or address' },
  not_enabled: { sentence: 'Texts are turned off for this patient.', label: 'with texts turned off' },
  opted_out: { sentence: 'The patient opted out of texts.', label: 'opted out' },
  unsubscribed: { sentence: 'The patient unsubscribed from these emails.', label: 'unsubscribed' },
  blocked: { sentence: 'The clinic blocked the number.', label: 'blocked' },
  asked_to_stop: { sentence: 'The patient asked for no more texts.', label: 'asked for no more texts' },
  unreachable: {
    sentence: 'The last message could not reach this number or address.',
    label: 'landline or bad number',
  },
  no_consent: { sentence: 'No written consent to promotion is on record.', label: 'without consent to promotion' },
  shared_number: {
    sentence: 'Another patient with this number or address gets it.',
    label: 'share a number, one text each',
  },
  missing_field: {
    sentence: 'A detail that the words need is not on file.',
    label: 'without a detail that the words need',
  },
  over_budget: { sentence: 'The patient was contacted too often this week.', label: 'contacted too often' },
  already_got: { sentence: 'This number or address already got it.', label: 'already got it' },
  condition: { sentence: 'The condition of this step ended it for the patient.', label: 'no longer need this step' },
  too_late: { sentence: 'Its time had passed before it could be sent.', label: 'too late' },
  deceased: { sentence: 'The patient has died.', label: 'deceased' },
  gone: { sentence: 'The patient’s record is no longer there.', label: 'no longer on file' },
}

/**
 * The detail of `missing_field` for a patient whose details make the filled words longer than a message may be; null where they
 * fit. It is a sentence of its own, because no field is missing.
 */
export function tooLongDetail({ length }: string, most: number): string | null {
  if (length <= most) return null
  const [characters, limit] = [length, most].map((number) => number.toLocaleString('en-US'))
  return `With this patient’s details it has ${characters} characters: ${limit} at most.`
}

/**
 * The sentence about one patient. `detail` names the missing field or the patient who gets it instead, or it is the sentence
 * about details that are too long.
 */
export function skipSentence(reason: SkipReason, detail: string | null = null): string {
  const { sentence } = WORDS[reason]
  if (detail === null || detail === '') return sentence
  // The names of fields have no full stop.
  if (reason === 'missing_field' && detail.endsWith('.')) return detail
  return `${sentence.slice(0, -1)}: ${detail}.`
}

/** The words after a number of patients. */
export function skipLabel(reason: SkipReason): string {
  return WORDS[reason].label
}
