/** The values of the fields for one patient, and words that are filled with them. */
import { displayPhone } from '../phone.rules.ts'
import { type FieldValues, fieldOf, type OutreachField } from './fields.rules.ts'
import { momentWords, oneLine } from './moment-words.rules.ts'
import { type Filled, filled } from './placeholders.rules.ts'

/** What is known of a patient and of the clinic; an empty text or null is not known. */
export interface FieldFacts {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly doctor: string | null
  /** The start of the coming visit. */
  readonly visitAt: Date | null
  readonly location: string | null
  readonly clinic: { readonly name: string; readonly timezone: string; readonly phoneNumber: string | null }
  readonly bookingLink: string | null
}

export function fieldValues({ visitAt, clinic, ...facts }: FieldFacts): FieldValues {
  const known = (text: string | null) => (text === null ? null : oneLine(text) || null)
  const [firstName, lastName] = [known(facts.firstName), known(facts.lastName)]
  return {
    ...{ firstName, lastName },
    name: [firstName, lastName].filter((part) => part !== null).join(' ') || null,
    doctor: known(facts.doctor),
    visitDate: visitAt && momentWords(visitAt, clinic.timezone, 'day'),
    visitTime: visitAt && momentWords(visitAt, clinic.timezone, 'time'),
    location: known(facts.location),
    clinic: known(clinic.name),
    clinicPhone: displayPhone(clinic.phoneNumber) || null,
    bookingLink: facts.bookingLink || null,
  }
}

/** Other words for patients of whom a field is not known: `{ firstName: 'there' }`. */
export type Fallbacks = Readonly<Record<string, string>>

/** The gaps are named as fields, whatever name the words have for them. */
export interface FilledWords extends Pick<Filled, 'text' | 'unknown'> {
  readonly shown: readonly OutreachField[]
  readonly missing: readonly OutreachField[]
}

export function filledWords(words: string, values: FieldValues, fallbacks: Fallbacks = {}): FilledWords {
  const others = new Map(Object.entries(fallbacks).map(([name, text]) => [fieldOf(name), text]))
  const { shown, missing, ...rest } = filled(
    words,
    (name) => {
      const field = fieldOf(name)
      return field === undefined ? undefined : values[field] || null
    },
    (name) => others.get(fieldOf(name)),
  )
  return { ...rest, shown: fieldsOf(shown), missing: fieldsOf(missing) }
}

function fieldsOf(names: readonly string[]): OutreachField[] {
  return [...new Set(names.flatMap((name) => fieldOf(name) ?? []))]
}
