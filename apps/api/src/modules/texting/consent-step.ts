/** The inbound step for keywords (STOP, START, HELP and similar) and for requests in plain words for no more texts. */
import type { Tx } from '../../db/tx.ts'
import type { Services } from '../../services.ts'
import { recordConsent, recordOwnOptOut, saveConsent, tellPatientsOfNumber } from '../consent/consent.ts'
import { type KeywordEffect, wishOf } from '../consent/consent-words.rules.ts'
import { answerTo } from '../consent/wordings.rules.ts'
import { askToStop, type ConversationState, endWait, isNewestOf } from '../conversations/conversations.rules.ts'
import {
  type ArrivingMessage,
  IGNORED,
  type InboundStep,
  lockOthersOfNumber,
  type PreparedAnswer,
  prepareAutomatic,
} from '../conversations/conversations.ts'
import { makeDueNow } from '../outbound/outbound.ts'
import { effectOf } from './late.rules.ts'

export const consentStep: InboundStep = {
  name: 'consent',
  consider(tx, parts, message) {
    const effect = effectOf(message)
    // A request in plain words gets no automatic answer, because a staff member has to read it.
    if (!effect.isWord && effect.askedToStop !== true) return IGNORED
    return { verdict: 'claims', react: (conversation) => react(tx, parts, { message, effect, conversation }) }
  },
}

interface Claimed {
  readonly message: ArrivingMessage
  readonly effect: KeywordEffect
  /** The conversation with the message in it. */
  readonly conversation: ConversationState
}

async function react(tx: Tx, parts: Pick<Services, 'config' | 'newId'>, { message, effect, ...claimed }: Claimed) {
  const { body, consent, sentAt } = message
  const { organizationId, phoneNumber } = claimed.conversation
  const wish = wishOf(body)
  // A repeated keyword does not change the consent, but updates its time: an older keyword that arrives later must not
  // count.
  const isRepeated = wish === consent.smsStatus && (consent.changedAt === null || consent.changedAt <= sentAt)
  if (isRepeated) await saveConsent(tx, { organizationId, phoneNumber, smsStatus: wish, at: sentAt })
  const isStop = isRepeated && wish === 'opted_out'
  const noted = isStop ? await recordOwnOptOut(tx, { organizationId, phoneNumber, how: 'text', at: sentAt }) : []
  const changed = effect.becomes && (await changeConsent(tx, claimed.conversation, effect.becomes, message))
  const settles = isSettling(message, effect)
  const waited = settles ? endWait(claimed.conversation) : claimed.conversation
  const conversation = effect.askedToStop === null ? waited : askToStop(waited, effect.askedToStop)
  const answer =
    effect.answer === null || !message.mayAnswer
      ? null
      : await answerKeyword(tx, parts, { conversation, word: effect.answer, message })
  // The records of the number's patients show its consent and the request.
  const isAsked = changed === null && conversation.askedToStop !== message.conversation.askedToStop
  const told =
    isAsked && noted.length === 0 ? await tellPatientsOfNumber(tx, { organizationId, phoneNumber }, message.now) : noted
  return { conversation, entries: told, ...changed, answer, settles }
}

/**
 * STOP ends the wait, and START does not bring it back: its welcome answers it. A patient who waits when they send START
 * goes on waiting. A STOP that arrives late leaves the wait for what the patient wrote after it.
 */
function isSettling({ conversation, body, sentAt }: ArrivingMessage, { isWord, becomes }: KeywordEffect): boolean {
  if (!isWord) return false
  if (becomes === 'subscribed') return conversation.waitingSince === null
  return wishOf(body) === 'opted_out' && isNewestOf(conversation, sentAt)
}

/** The consent changes at once, before a staff member has read the message. */
async function changeConsent(
  tx: Tx,
  { organizationId, id: conversationId, phoneNumber }: ConversationState,
  becomes: 'opted_out' | 'subscribed',
  { consent, sentAt }: ArrivingMessage,
) {
  await saveConsent(tx, { organizationId, phoneNumber, smsStatus: becomes, at: sentAt })
  // The worker takes the waiting texts now and drops them, because they may no longer be sent.
  if (becomes === 'opted_out') await makeDueNow(tx, { organizationId, conversationId })
  const was = consent.smsStatus
  const alsoShown = await lockOthersOfNumber(tx, { organizationId, phoneNumber, except: conversationId })
  return {
    also: [{ kind: 'consent', from: was, to: becomes } as const],
    alsoShown,
    entries: await recordConsent(tx, {
      ...{ organizationId, phoneNumber, was, becomes, how: 'text', by: null, at: sentAt },
    }),
  }
}

async function answerKeyword(
  tx: Tx,
  parts: Pick<Services, 'config' | 'newId'>,
  {
    conversation,
    word,
    message,
  }: {
    conversation: ConversationState
    word: NonNullable<KeywordEffect['answer']>
    message: Pick<ArrivingMessage, 'settings' | 'now'>
  },
): Promise<PreparedAnswer> {
  const { settings, clinic } = await message.settings
  const kind = word === 'welcome' ? 'answer' : word
  const body = answerTo(word, clinic, settings)
  return { kind, ...(await prepareAutomatic(tx, parts, conversation, { body, kind, now: message.now })) }
}
