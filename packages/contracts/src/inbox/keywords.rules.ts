/**
 * The keywords that the carrier knows too. What interprets patients' texts and what checks the texts to them read this one
 * table. A text is a keyword only if it consists of nothing else. [T41]
 */
import { plainWords } from './plain-words.rules.ts'

export type Keyword = 'stop' | 'start' | 'yes' | 'help'

const OPT_OUT = ['stop', 'stopall', 'stop all', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout', 'opt out']

const KEYWORDS: ReadonlyMap<string, Keyword> = new Map([
  ...OPT_OUT.map((word) => [word, 'stop'] as const),
  ['start', 'start'],
  ['unstop', 'start'],
  ['yes', 'yes'],
  ['help', 'help'],
  ['info', 'help'],
])
/** Longer than any keyword with the usual decoration. */
const LONGEST = 100

/** Ignores case, punctuation, blanks and emoji. Digits are not ignored: "cancel 3:30" is about a visit. */
export function keywordOf(text: string): Keyword | null {
  return text.length > LONGEST ? null : (KEYWORDS.get(plainWords(text)) ?? null)
}
