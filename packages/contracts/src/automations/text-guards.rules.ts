/** The filled words of a text or an e-mail for one patient, or the word that refuses it. */
import { type FilledWords, fieldValues, filledWords } from '../outreach/field-values.rules.ts'
import type { FieldValues } from '../outreach/fields.rules.ts'
import { fieldOf } from '../outreach/fields.rules.ts'
import { placeholdersIn } from '../outreach/placeholders.rules.ts'
import { TEXT_MAX } from './actions.rules.ts'
import type { Facts } from './facts.rules.ts'
import type { RefusalWord } from './step-words.rules.ts'

/** So many automatic texts to one number in ten minutes are a talk with a machine. */
const MACHINE_TEXTS = 5
export const MACHINE_MS = 24 * 3_600_000

export interface TextAbout {
  /** Sent at once after the patient's text. */
  readonly isAnswer: boolean
  /** A patient's text began the run, which has not waited by a step of its own. */
  readonly isReply: boolean
  /** It answers a patient's text that the clinic got long after it was written. */
  readonly isLate: boolean
  /** A patient's text began the run. */
  readonly isAboutText: boolean
  /** The rule asks for the very intent of an emergency. */
  readonly answersEmergency: boolean
}

/** The word that refuses any text now; null if one may go. */
export function textRefusal(facts: Facts, about: TextAbout): RefusalWord | null {
  const { conversation, patient, number, message, clinic } = facts
  if (conversation === null && patient === null) return 'no_channel'
  if (patient?.deceased) return 'deceased'
  if (conversation?.channel === 'chat') {
    if (!conversation.isReachable) return 'no_channel'
  } else {
    if (number === null || !number.isTextable) return 'no_number'
    if (number.texting === 'blocked') return 'blocked'
    if (number.texting === 'off') return 'opted_out'
    if (number.askedToStop) return 'asked_to_stop'
  }
  if (number !== null && isMachine(facts)) return 'machine'
  if (number?.isOverLimit) return 'over_limit'
  if (about.isReply && message?.isAnswered) return 'answered'
  if (about.isLate) return 'late'
  const soundsUrgent = message?.intents.some(({ intent }) => intent === 'emergency') ?? false
  if (about.isAboutText && soundsUrgent && !about.answersEmergency) return 'emergency'
  return number !== null && number.automaticInDay >= clinic.dailyTexts ? 'over_budget' : null
}

export function isMachine({ number, at }: Facts): boolean {
  if (number === null) return false
  return number.automaticInTenMinutes >= MACHINE_TEXTS || (number.machineUntil !== null && number.machineUntil > at)
}

function valuesOf({ patient, visit, clinic }: Facts): FieldValues {
  return fieldValues({
    ...{ firstName: patient?.firstName ?? null, lastName: patient?.lastName ?? null },
    ...{ doctor: visit?.doctorName ?? null, location: visit?.location ?? null },
    visitAt: visit ? new Date(visit.startsAt) : null,
    ...{ clinic, bookingLink: clinic.bookingLink },
  })
}

/** The filled text, or the word that refuses it. Braces are never sent. */
export function filledText(
  words: string,
  facts: Facts,
  most: number = TEXT_MAX,
): { readonly text: string } | { readonly refused: RefusalWord } {
  const values = valuesOf(facts)
  const filled = filledWords(words, values)
  const text = filled.text.trim()
  if (!isWhole(filled) || text === '' || text.length > most) return { refused: 'unfilled' }
  const isShared = facts.conversation?.channel !== 'chat' && (facts.number?.sharedBy ?? 0) > 1
  return isShared && !namesPatient(words, values) ? { refused: 'shared_number' } : { text }
}

function isWhole({ missing, unknown }: Pick<FilledWords, 'missing' | 'unknown'>): boolean {
  return missing.length === 0 && unknown.length === 0
}

function namesPatient(words: string, { firstName }: FieldValues): boolean {
  if (firstName === null) return false
  const fields = placeholdersIn(words).map(({ name }) => fieldOf(name))
  return fields.includes('firstName') || fields.includes('name')
}
