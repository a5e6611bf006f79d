export interface TextPart {
  readonly text: string
  /** The address of a link; absent for plain text. */
  readonly href?: string
}

const CANDIDATE = /\b(?:https?:\/\/|mailto:|tel:)[^\s<>"'`]+/giu
/** Punctuation after a link, which belongs to the sentence and not to the link. */
const AFTER = /[.,;:!?)\]}…]+$/u
const ALLOWED = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** [SEC-10] Splits a message into plain text and links. Only these four schemes ever become a link. */
export function linkParts(message: string): TextPart[] {
  const parts: TextPart[] = []
  let done = 0
  for (const match of message.matchAll(CANDIDATE)) {
    const text = match[0].replace(AFTER, '')
    const href = addressOf(text)
    if (href === null) continue
    if (match.index > done) parts.push({ text: message.slice(done, match.index) })
    parts.push({ text, href })
    done = match.index + text.length
  }
  if (done < message.length) parts.push({ text: message.slice(done) })
  return parts
}

function addressOf(text: string): string | null {
  const url = URL.parse(text)
  return url !== null && ALLOWED.has(url.protocol) ? url.href : null
}
