/** The words that the carrier knows too: a text that is one of them and nothing else. [T41] */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { plainWords } from './plain-words.rules.ts'
import { asksToStop } from './refusals.rules.ts'

type Word = 'stop' | 'start' | 'yes' | 'help'

const WORDS: ReadonlyMap<string, Word> = new Map([
  ...['stop', 'stopall', 'stop all', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout', 'opt out'].map(
    (word) => [word, 'stop'] as const,
  ),
  ['start', 'start'],
  ['unstop', 'start'],
  ['yes', 'yes'],
  ['help', 'help'],
  ['info', 'help'],
])
/** Longer than any of the words with all that people put around them. */
const LONGEST = 100

/** In any case, with whatever punctuation, blanks and pictures; a digit is none of these: "cancel 3:30" is about a visit. */
export function wordOf(text: string): Word | null {
  return text.length > LONGEST ? null : (WORDS.get(plainWords(text)) ?? null)
}

/** Whether a text may change what a number wants, whatever that is. */
export function mayChangeConsent(text: string): boolean {
  const word = wordOf(text)
  return word !== null && word !== 'help'
}

/** What a blocked number asks for: nobody hears it, and it holds once the number is let through again. */
export function wishOf(text: string): KeywordEffect['becomes'] {
  const word = wordOf(text)
  return word === 'stop' ? 'opted_out' : word === 'start' ? 'subscribed' : null
}

export interface KeywordEffect {
  /** What the number's consent is from now on; null where nothing changes. */
  readonly becomes: 'opted_out' | 'subscribed' | null
  /** What is answered at once, before anyone has read it. */
  readonly answer: 'farewell' | 'welcome' | 'help' | null
  /** Whether a staff member has to look at a wish in plain words; null leaves that as it is. */
  readonly askedToStop: boolean | null
  /** It was a word for the machine, not something to be answered after hours. */
  readonly isWord: boolean
}

/** It says nothing about being texted. */
export const NOTHING: KeywordEffect = { becomes: null, answer: null, askedToStop: null, isWord: false }

/** What a text says about being texted, to somebody whose consent is known. A blocked number is never asked. */
export function interpretKeyword(text: string, consent: Conversation['smsStatus']): KeywordEffect {
  const isSubscribed = consent === 'subscribed'
  switch (wordOf(text)) {
    case 'stop':
      return isSubscribed
        ? { becomes: 'opted_out', answer: 'farewell', askedToStop: false, isWord: true }
        : { ...NOTHING, askedToStop: false, isWord: true }
    case 'start':
      return isSubscribed ? { ...NOTHING, askedToStop: false, isWord: true } : RESTORED
    case 'yes':
      // From who gets texts it mostly answers a question.
      return isSubscribed ? NOTHING : RESTORED
    case 'help':
      // Also to who opted out: whoever asks must learn who this is and how to end or begin it.
      return { ...NOTHING, answer: 'help', isWord: true }
    case null:
      return isSubscribed && asksToStop(text) ? { ...NOTHING, askedToStop: true } : NOTHING
  }
}

const RESTORED: KeywordEffect = { becomes: 'subscribed', answer: 'welcome', askedToStop: false, isWord: true }
