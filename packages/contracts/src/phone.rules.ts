/**
 * [RULE-11] [OPEN-038] Formats the last 10 digits as `(XXX) XXX-XXXX`. A shorter number stays unchanged; no number gives an
 * empty text.
 */
export function displayPhone(phone: string | null | undefined): string {
  if (!phone) return ''
  const digits = phone.replace(/\D/g, '')
  if (digits.length < 10) return phone
  const [area, exchange, line] = [digits.slice(-10, -7), digits.slice(-7, -4), digits.slice(-4)]
  return `(${area}) ${exchange}-${line}`
}

/**
 * [RULE-12] [RULE-14] [OPEN-039] The form of a number in a call: removes a leading +1, then everything except digits.
 * An unencoded plus in a query arrives as a space, so " 1…" is read as "+1…".
 */
export function cleanPhone(phone: string): string {
  return withoutCountryCode(phone).replace(/\D/g, '')
}

/** [RULE-14] A conversation id may be a phone number: removes its leading +1 and leaves any other id unchanged. */
export function cleanConversationId(id: string): string {
  return withoutCountryCode(id)
}

function withoutCountryCode(value: string): string {
  return value.replace(/^(\+|\s)1/, '')
}
