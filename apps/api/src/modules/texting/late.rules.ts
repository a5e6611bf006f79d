/** Rules for texts that are ingested long after the patient sent them. */

import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { keywordOf } from '@foyer/contracts/inbox/keywords.rules.ts'
import { interpretKeyword, type KeywordEffect, NOTHING, wishOf } from '../consent/consent-words.rules.ts'
import { type ConversationState, isNewestOf } from '../conversations/conversations.rules.ts'

export const OLDEST_MS = 7 * 24 * 60 * 60 * 1000
const ANSWERED_MS = 10 * 60 * 1000

/** The time when the patient sent the text: the carrier's time, but not in the future and not older than a week. */
export function timeOf(sentAt: Date | undefined, now: Date): Date {
  if (sentAt === undefined || sentAt > now) return now
  return new Date(Math.max(sentAt.getTime(), now.getTime() - OLDEST_MS))
}

/** An automatic answer after this long would confuse the patient. */
export function isAnswerable(sentAt: Date, now: Date): boolean {
  return now.getTime() - sentAt.getTime() <= ANSWERED_MS
}

interface Arriving {
  readonly conversation: ConversationState
  readonly body: string
  readonly consent: { readonly smsStatus: Conversation['smsStatus']; readonly changedAt: Date | null }
  readonly sentAt: Date
  readonly isDelayed: boolean
}

/** The effect of an arriving text on the consent of its number; none in a chat, where keywords mean nothing. */
export function effectOf({ conversation, body, consent, sentAt, isDelayed }: Arriving): KeywordEffect {
  if (conversation.channel !== 'sms') return NOTHING
  const { smsStatus, changedAt } = consent
  if (!isDelayed) return interpretKeyword(body, smsStatus)
  const isNewest = isNewestOf(conversation, sentAt)
  return interpretDelayedKeyword(body, { consent: smsStatus, changedAt, sentAt, isNewest })
}

interface Since {
  readonly consent: Conversation['smsStatus']
  /** The last change of the consent; null if there was none. */
  readonly changedAt: Date | null
  readonly sentAt: Date
  /** True if the conversation has no newer message. */
  readonly isNewest: boolean
}

/** The effect of a delayed text on the consent, unless a newer keyword or decision exists. */
export function interpretDelayedKeyword(text: string, { consent, changedAt, sentAt, isNewest }: Since): KeywordEffect {
  if (changedAt !== null && isOutdated(text, changedAt, sentAt)) return { ...NOTHING, isWord: keywordOf(text) !== null }
  const effect = interpretKeyword(text, consent)
  // A request in plain words may be newer than this text, so it stays until a staff member has read it.
  const clearsNewerWish = effect.askedToStop === false && effect.becomes !== 'opted_out' && !isNewest
  return clearsNewerWish ? { ...effect, askedToStop: null } : effect
}

/** The carrier's times are whole seconds: within the same second STOP counts as the later keyword. */
function isOutdated(text: string, changedAt: Date, sentAt: Date): boolean {
  const sameSecond = Math.floor(changedAt.getTime() / 1000) * 1000
  return sentAt.getTime() < (wishOf(text) === 'opted_out' ? sameSecond : changedAt.getTime())
}
