/** The carrier's error codes in sentences, and what they say about a number. */

/** The carrier's error code for a number that opted out. */
export const OPTED_OUT_CODE = '21610'

const REASONS: ReadonlyMap<string, string> = new Map([
  ['21211', 'The number is not a valid phone number.'],
  ['21214', 'The number cannot be reached by text.'],
  ['21408', 'Texts to this country are not enabled.'],
  ['21608', "The clinic's trial account cannot text this number."],
  [OPTED_OUT_CODE, 'The patient opted out of texts.'],
  ['21612', 'The carrier has no way to this number.'],
  ['21614', 'The number is not a mobile number.'],
  ['21617', 'The text is too long.'],
  ['30001', 'The carrier had too many texts waiting.'],
  ['30002', "The clinic's carrier account is suspended."],
  ['30003', 'The phone could not be reached.'],
  ['30004', 'The phone or its network blocks these texts.'],
  ['30005', 'The number does not exist or is not in service.'],
  ['30006', 'The number is a landline or cannot receive texts.'],
  ['30007', 'The network took the text for spam.'],
  ['30008', 'The network did not say why.'],
  ['30034', "The clinic's number is not registered for texts."],
])

/** [OPEN-071] The reason of a failure, in words that help the staff. It is stored in this form, and causes are counted by it. */
export function failureReason(code: string | null | undefined): string {
  if (!code) return 'The carrier did not say why.'
  return REASONS.get(code) ?? `The carrier refused the text (code ${code}).`
}

/** A landline, a dead number, or none at all. */
const UNREACHABLE_CODES = ['30005', '30006', '21614', '21211'] as const

/** The stored reasons after which a campaign does not try the number again. */
export const unreachableReasons: readonly string[] = UNREACHABLE_CODES.map(failureReason)
