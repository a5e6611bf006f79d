/** The finished text of a campaign or template for one patient: counter, preview, rehearsal and sending use this one rule. */
import { MAIL_CONTENT_MAX, MESSAGE_MAX } from '../defaults.ts'
import { type Fallbacks, type FilledWords, filledWords } from './field-values.rules.ts'
import type { FieldValues } from './fields.rules.ts'
import { withLinks } from './links.rules.ts'
import { withPlaceholders } from './placeholders.rules.ts'
import { saysHowToOptOut } from './reply-words.rules.ts'

export const OPT_OUT_LINE = 'Reply STOP to opt out.'

interface MessageParts {
  readonly type: 'SMS' | 'email'
  readonly words: string
  readonly values: FieldValues
  readonly fallbacks?: Fallbacks | undefined
  /** The patient's own short link to an address; null leaves the addresses as they are. */
  readonly shortLink: ((url: string) => string) | null
}

/** Links are those of the words and the booking link: an address in a patient's name becomes none. */
export function finishedMessage({ values, ...parts }: MessageParts): FilledWords {
  return finisher(parts)(values)
}

/** Finishes the same words for many patients: what does not depend on the patient is found out once. */
export function finisher({ type, words, fallbacks, shortLink }: Omit<MessageParts, 'values'>) {
  const linked = shortLink === null ? words : withLinks(words, shortLink)
  // Most patients do not read the words for those of whom a field is not known.
  const readByAll = withPlaceholders(words, ({ name }) => `{{${name}}}`)
  const getsLine = type === 'SMS' && !saysHowToOptOut(readByAll)
  return (values: FieldValues): FilledWords => {
    const { bookingLink } = values
    const own = shortLink === null || bookingLink === null ? values : { ...values, bookingLink: shortLink(bookingLink) }
    const filled = filledWords(linked, own, fallbacks)
    return getsLine ? { ...filled, text: withOptOutLine(filled.text) } : filled
  }
}

/** A text that ends without a full stop gets the line below it. */
function withOptOutLine(text: string): string {
  const trimmed = text.trimEnd()
  if (trimmed === '') return OPT_OUT_LINE
  return `${trimmed}${/[.!?…)]$/u.test(trimmed) ? ' ' : '\n'}${OPT_OUT_LINE}`
}

/** The most characters of a message once it is filled. */
export function longestOf(type: MessageParts['type']): number {
  return type === 'SMS' ? MESSAGE_MAX : MAIL_CONTENT_MAX
}
