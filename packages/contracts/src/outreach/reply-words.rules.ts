/**
 * The guard of texts to patients: finds instructions to reply with a word that the product or the carrier hears as something
 * else, and proposes another wording. Reminders, campaigns, templates, canned messages and automatic texts ask it.
 */
import { meaningOf } from '../appointments/reply-meanings.rules.ts'
import { keywordOf } from '../inbox/keywords.rules.ts'
import { plainWords } from '../inbox/plain-words.rules.ts'
import { type Choice, choicesIn, untilVerb } from './reply-instructions.rules.ts'
import { insteadOf, type Wanted } from './reply-proposals.rules.ts'
import {
  asksForHelp,
  confirms,
  declines,
  type Heard,
  isKnownOptOut,
  movesVisit,
  optsIn,
  optsOut,
} from './reply-purposes.rules.ts'

export interface Collision {
  /** Nothing may be sent with a problem; a warning is shown and passes. */
  readonly level: 'problem' | 'warning'
  readonly heard: Heard
  /** The range of the word in the text, in UTF-16 units. */
  readonly from: number
  readonly to: number
  /** As the text has it. */
  readonly word: string
  /** The word that the proposal has in its place. */
  readonly instead: string
  readonly message: string
  /** The whole text with other words; the guard finds nothing in it. */
  readonly proposal: string
}

interface GuardOptions {
  /** Words for "I can't come" that the sender hears, instead of NO. */
  readonly declineWords?: readonly string[]
}

const MESSAGES: Readonly<Record<Heard, (word: string) => string>> = {
  optOut: (word) => `${word} opts the patient out of all texts.`,
  help: (word) => `${word} is answered by itself; nobody sees it.`,
  optIn: (word) => `${word} from someone who opted out opts them in.`,
  confirm: (word) => `${word} confirms a visit that waits for an answer.`,
  reschedule: (word) => `${word} asks for another time of a visit that waits for an answer.`,
  cancel: (word) => `${word} asks to cancel a visit that waits for an answer.`,
}

export function collisionsIn(text: string, options: GuardOptions = {}): readonly Collision[] {
  const found = wrongChoices(text)
  if (found.length === 0) return []
  const { declineWords = [] } = options
  const isWrong = (word: string, purpose: string | null) => {
    const heard = heardAs(word)
    return heard !== null && !(declineWords.includes(word) && (purpose === null || means(heard, word, purpose)))
  }
  const instead = insteadOf(text, found, { declineWords, isWrong })
  const proposal = replaced(text, found, instead)
  const rest = collisionsIn(proposal, options)
  return found.map(({ choice: { from, to, word }, heard }, nth) => ({
    ...{ level: heard === 'optOut' || heard === 'help' ? 'problem' : 'warning', heard, from, to, word },
    ...{ instead: instead[nth] ?? '', message: MESSAGES[heard](word.toUpperCase()) },
    // Another word may stand where it is an instruction of its own.
    proposal: rest[0]?.proposal ?? proposal,
  }))
}

/** The first problem; warnings pass. */
export function firstProblem(found: readonly Collision[]): Collision | undefined {
  return found.find(({ level }) => level === 'problem')
}

/** Whether the text says how to opt out, so that nothing needs to be added. */
export function saysHowToOptOut(text: string): boolean {
  return UNSUBSCRIBE_WITH.test(text) || choicesIn(text).some((one) => heardAs(one.word) === 'optOut' && isOptOut(one))
}

/** Short forms without a verb: "Unsub: STOP". */
const UNSUBSCRIBE_WITH = /\b(?:un-?sub(?:scribe)?|opt[\s-]?out)\s*[:=-]?\s*(?:with |by )?["'“]?STOP\b/i

function wrongChoices(text: string): Wanted[] {
  return choicesIn(text).flatMap((choice) => {
    const heard = heardAs(choice.word)
    if (heard === null || isRight(choice, heard)) return []
    return [{ choice, heard, purpose: choice.own ?? choice.clause ?? choice.question ?? choice.shared }]
  })
}

function heardAs(word: string): Heard | null {
  switch (keywordOf(word)) {
    case 'stop':
      return 'optOut'
    case 'help':
      return 'help'
    case 'start':
    case 'yes':
      return 'optIn'
    case null: {
      const meaning = meaningOf({ words: plainWords(word), signs: '' })
      return meaning === 'confirm' || meaning === 'reschedule' || meaning === 'cancel' ? meaning : null
    }
  }
}

function isRight(choice: Choice, heard: Heard): boolean {
  if (heard === 'optOut') return isOptOut(choice)
  const purpose = choice.own ?? (choice.isFirst ? (choice.clause ?? choice.question) : null)
  if (purpose === null) return true
  // Words before the verb may say it too: "Need help? Text HELP".
  return means(heard, choice.word, purpose)
}

function means(heard: Heard, word: string, purpose: string): boolean {
  switch (heard) {
    case 'optOut':
      return optsOut(purpose, word)
    case 'help':
      return asksForHelp(purpose)
    case 'optIn':
      return optsIn(purpose) || (keywordOf(word) === 'yes' && confirms(purpose))
    case 'confirm':
      return confirms(purpose)
    case 'reschedule':
      return movesVisit(purpose)
    case 'cancel':
      return declines(purpose)
  }
}

function isOptOut({ word, own, clause, before, shared, question }: Choice): boolean {
  if (own !== null) return optsOut(own, word)
  if (optsOut(before, word)) return true
  if (clause !== null && (optsOut(clause, word) || optsOut(untilVerb(clause), word))) return true
  if (question !== null && optsOut(question, word)) return true
  if (shared !== null && optsOut(shared, word)) return true
  if (!isKnownOptOut(word)) return false
  // An instruction without a purpose means the known one.
  return clause === null && ![question, shared].some((purpose) => purpose !== null && declines(purpose))
}

function replaced(text: string, found: readonly Wanted[], instead: readonly string[]): string {
  let proposal = ''
  let done = 0
  for (const [nth, { choice }] of found.entries()) {
    proposal += text.slice(done, choice.from) + (instead[nth] ?? '')
    done = choice.to
  }
  return proposal + text.slice(done)
}
