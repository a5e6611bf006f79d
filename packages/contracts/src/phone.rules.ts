/** [RULE-11] [OPEN-038] `(XXX) XXX-XXXX` from the last 10 digits; a shorter number as it is; nothing for no number. */
export function displayPhone(phone: string | null | undefined): string {
  if (!phone) return ''
  const digits = phone.replace(/\D/g, '')
  if (digits.length < 10) return phone
  const [area, exchange, line] = [digits.slice(-10, -7), digits.slice(-7, -4), digits.slice(-4)]
  return `(${area}) ${exchange}-${line}`
}

/**
 * [RULE-12] [RULE-14] [OPEN-039] The form of a number in a call: a leading +1 first, then everything that is no digit.
 * A plus that was not encoded in a query arrives as a blank, so " 1…" counts as "+1…".
 */
export function cleanPhone(phone: string): string {
  return withoutCountryCode(phone).replace(/\D/g, '')
}

/** [RULE-14] A conversation id may be a phone number; its leading +1 goes, any other id stays as it is. */
export function cleanConversationId(id: string): string {
  return withoutCountryCode(id)
}

function withoutCountryCode(value: string): string {
  return value.replace(/^(\+|\s)1/, '')
}
