/** The effects of the keywords that the carrier knows too. [T41] */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { keywordOf } from '@foyer/contracts/inbox/keywords.rules.ts'
import { asksToStop } from './refusals.rules.ts'

/** Whether a text may change a number's consent, whatever the consent is now. */
export function mayChangeConsent(text: string): boolean {
  const word = keywordOf(text)
  return word !== null && word !== 'help'
}

/** The consent that a blocked number's keyword asks for. It takes effect when the block ends. */
export function wishOf(text: string): KeywordEffect['becomes'] {
  const word = keywordOf(text)
  return word === 'stop' ? 'opted_out' : word === 'start' ? 'subscribed' : null
}

export interface KeywordEffect {
  /** The number's new consent; null if it does not change. */
  readonly becomes: 'opted_out' | 'subscribed' | null
  /** The automatic answer, sent before anyone has read the text. */
  readonly answer: 'opt_out_confirmation' | 'welcome' | 'help' | null
  /** Whether a request in plain words waits for a staff member; null leaves that unchanged. */
  readonly askedToStop: boolean | null
  /** True for a keyword; it gets no after-hours answer. */
  readonly isWord: boolean
}

/** The effect of a text that is neither a keyword nor a request to stop. */
export const NOTHING: KeywordEffect = { becomes: null, answer: null, askedToStop: null, isWord: false }

/** The effect of a text on the consent of its number. Never called for a blocked number. */
export function interpretKeyword(text: string, consent: Conversation['smsStatus']): KeywordEffect {
  const isSubscribed = consent === 'subscribed'
  switch (keywordOf(text)) {
    case 'stop':
      return isSubscribed
        ? { becomes: 'opted_out', answer: 'opt_out_confirmation', askedToStop: false, isWord: true }
        : { ...NOTHING, askedToStop: false, isWord: true }
    case 'start':
      return isSubscribed ? { ...NOTHING, askedToStop: false, isWord: true } : RESTORED
    case 'yes':
      // A subscriber's YES mostly answers a question.
      return isSubscribed ? NOTHING : RESTORED
    case 'help':
      // HELP is answered after an opt-out too: the patient must learn who texted and how to stop or start texts.
      return { ...NOTHING, answer: 'help', isWord: true }
    case null:
      return isSubscribed && asksToStop(text) ? { ...NOTHING, askedToStop: true } : NOTHING
  }
}

const RESTORED: KeywordEffect = { becomes: 'subscribed', answer: 'welcome', askedToStop: false, isWord: true }
