import { firstName } from '../board/desk.rules.ts'

interface CannedValues {
  /** The reviewer's public name; null for an anonymous one. */
  readonly reviewer: string | null
  readonly location: string
  readonly phone: string | null
}

/** A canned reply with the details of a review; a missing one leaves no gap. The API knows a reply as canned by the same words. */
export function fillCannedReply(comment: string, { reviewer, location, phone }: CannedValues): string {
  const values: Readonly<Record<string, string>> = {
    reviewer: firstName(reviewer ?? ''),
    location,
    phone: phone ?? '',
  }
  return comment
    .replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => values[name] ?? '')
    .replace(/[ \t]+([,.!?;])/g, '$1')
    .replace(/,([.!?])/g, '$1')
    .replace(/[ \t]{2,}/g, ' ')
    .trim()
}
