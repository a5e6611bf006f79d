/** What is different about a text that is ingested long after the patient sent it. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { interpretKeyword, type KeywordEffect, NOTHING, wishOf, wordOf } from '../consent/consent-words.rules.ts'

export const OLDEST_MS = 7 * 24 * 60 * 60 * 1000
const ANSWERED_MS = 10 * 60 * 1000

/** When the patient sent it: the carrier's word, but never ahead of us, nor so far back that nobody would look there. */
export function timeOf(sentAt: Date | undefined, now: Date): Date {
  if (sentAt === undefined || sentAt > now) return now
  return new Date(Math.max(sentAt.getTime(), now.getTime() - OLDEST_MS))
}

/** An answer that comes by itself after that long answers nothing. */
export function isAnswerable(sentAt: Date, now: Date): boolean {
  return now.getTime() - sentAt.getTime() <= ANSWERED_MS
}

interface Since {
  readonly consent: Conversation['smsStatus']
  /** When that was last decided; null for never. */
  readonly changedAt: Date | null
  readonly sentAt: Date
  /** Nothing that we have was written after it. */
  readonly isNewest: boolean
}

/** The effect of a delayed text on consent, unless something newer was said or decided since. */
export function interpretDelayedKeyword(text: string, { consent, changedAt, sentAt, isNewest }: Since): KeywordEffect {
  if (changedAt !== null && isOutdated(text, changedAt, sentAt)) return { ...NOTHING, isWord: wordOf(text) !== null }
  const effect = interpretKeyword(text, consent)
  // A wish in plain words may be newer than this text: it stays until a staff member has looked at it.
  const clearsNewerWish = effect.askedToStop === false && effect.becomes !== 'opted_out' && !isNewest
  return clearsNewerWish ? { ...effect, askedToStop: null } : effect
}

/** The carrier's times are whole seconds: within the same one, STOP is believed to be the later word. */
function isOutdated(text: string, changedAt: Date, sentAt: Date): boolean {
  const sameSecond = Math.floor(changedAt.getTime() / 1000) * 1000
  return sentAt.getTime() < (wishOf(text) === 'opted_out' ? sameSecond : changedAt.getTime())
}
