export interface TextPart {
  readonly text: string
  /** Where it leads; absent for plain text. */
  readonly href?: string
}

const CANDIDATE = /\b(?:https?:\/\/|mailto:|tel:)[^\s<>"'`]+/giu
/** What usually belongs to the sentence around a link and not to the link. */
const AFTER = /[.,;:!?)\]}…]+$/u
const ALLOWED = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** [SEC-10] A message as plain text and links. Nothing but these four schemes ever becomes a link. */
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
