/**
 * The intents of a patient's text, by words and short patterns in English and Spanish: one list for replies, chatbots and
 * automations. A verdict names the words that told.
 */
import { partsOf } from '../appointments/reply-clauses.rules.ts'
import { meaningOf } from '../appointments/reply-meanings.rules.ts'
import { fold } from '../fold.rules.ts'
import type { Intent } from './intent-names.rules.ts'
import { DECLINES, MISLEADING, PATTERNS, THANKS } from './intent-patterns.rules.ts'

export type { Intent }

export interface IntentVerdict {
  readonly intent: Intent
  /** The words of the text that told, as they are folded. */
  readonly words: string
}

/** The gravest first. */
const BY_GRAVITY = ['emergency', 'cancelVisit', 'reschedule', 'runningLate', 'book', 'refill', 'billing'] as const

/** A longer text tells its intents in its beginning. */
const READ_MAX = 5000
/** A longer text is no answer of a word or two. */
const ANSWER_MAX = 160

/** The intents of a text, the gravest first; empty if nothing tells. */
export function intentsOf(text: string): readonly IntentVerdict[] {
  const asked = askedWords(text)
  const found = BY_GRAVITY.flatMap((intent): IntentVerdict[] => {
    const words = toldBy(intent, asked)
    return words === null ? [] : [{ intent, words }]
  })
  if (found.length > 0) return withoutBooking(found)
  if (text.length > ANSWER_MAX) return []
  const words = plain(text)
  const answer = answerIn(text, words)
  return answer === null ? [] : [{ intent: answer, words }]
}

function askedWords(text: string): string {
  return plain(text.slice(0, READ_MAX)).replace(MISLEADING, '…')
}

function toldBy(intent: (typeof BY_GRAVITY)[number], asked: string): string | null {
  return asked.match(PATTERNS[intent])?.[0] ?? null
}

/** "I need to cancel my appointment" books nothing. */
function withoutBooking(found: readonly IntentVerdict[]): readonly IntentVerdict[] {
  const isAboutOld = found.some(({ intent }) => intent === 'cancelVisit' || intent === 'reschedule')
  return isAboutOld ? found.filter(({ intent }) => intent !== 'book') : found
}

/** The words by which a text sounds like an emergency; null if it does not. No automatic answer may follow one. */
export function emergencyIn(text: string): string | null {
  return toldBy('emergency', askedWords(text))
}

/** A text is an answer only as a whole. It confirms if each of its clauses confirms, thanks or names a day or a person. */
function answerIn(text: string, words: string): 'thanks' | 'decline' | 'confirm' | null {
  if (THANKS.test(words)) return 'thanks'
  if (DECLINES.test(words)) return 'decline'
  const meanings = partsOf(text, []).map(meaningOf)
  const isUnderstood = meanings.every((one) => one === 'confirm' || one === 'thanks' || one === 'when' || one === 'who')
  return isUnderstood && meanings.includes('confirm') ? 'confirm' : null
}

function plain(text: string): string {
  return fold(text.replace(/['’‘`´]/g, ''))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
