/** The rules of a notification to one person, before it is sent. */
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import { MAIL_CONTENT_MAX, MAIL_SUBJECT_MAX, MESSAGE_MAX } from '@foyer/contracts/defaults.ts'
import { fieldValues, filledWords } from '@foyer/contracts/outreach/field-values.rules.ts'
import { fieldOf } from '@foyer/contracts/outreach/fields.rules.ts'
import { placeholdersIn, strayBraces } from '@foyer/contracts/outreach/placeholders.rules.ts'
import { collisionsIn, firstProblem } from '@foyer/contracts/outreach/reply-words.rules.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { cleanPhone } from '@foyer/contracts/phone.rules.ts'
import { fieldLabel } from '../../parts/campaigns/message/word-parts.rules.ts'

export interface TypedNotification {
  readonly type: 'SMS' | 'email'
  readonly phoneNumber: string
  readonly email: string
  readonly mailSubject: string
  readonly smsContent: string
  readonly mailContent: string
}

type Errors = { readonly [Name in keyof TypedNotification]?: string | undefined }

const EMAIL_MAX = 254
const counted = (number: number) => number.toLocaleString('en-US')

/** [RULE-12] Ten to fifteen digits. */
function numberError(typed: string): string | undefined {
  const digits = cleanPhone(typed.trim())
  return /[^\d\s()+.-]/.test(typed) || digits.length < 10 || digits.length > 15
    ? 'Enter a phone number with its area code.'
    : undefined
}

function emailError(typed: string): string | undefined {
  const address = typed.trim()
  return /^\S+@\S+\.\S+$/.test(address) && address.length <= EMAIL_MAX ? undefined : 'Enter an email address.'
}

/** The details that words still have in braces, by their labels, each once; braces that no detail has stay as they are. */
export function gapsIn(words: string): string[] {
  const named = placeholdersIn(words).map(({ name }) => {
    const field = fieldOf(name)
    return field === undefined ? `{{${name}}}` : fieldLabel(field)
  })
  return [...new Set([...named, ...strayBraces(words).map(({ from, to }) => words.slice(from, to))])]
}

/** The error of words with gaps. */
function gapError(words: string): string | undefined {
  const gaps = gapsIn(words).map((gap) => (gap.startsWith('{') || gap.startsWith('}') ? gap : gap.toLowerCase()))
  return gaps.length === 0 ? undefined : `Write the words in place of ${inRow(gaps)}.`
}

const inRow = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** Words that still have gaps would reach the patient with their braces. */
function wordsError(text: string, max: number): string | undefined {
  if (isBlank(text)) return 'Write what the patient reads.'
  if (text.trim().length > max)
    return `${counted(text.trim().length)} characters are too many: ${counted(max)} at most.`
  return gapError(text)
}

export function notificationErrors(typed: TypedNotification): Errors {
  if (typed.type === 'SMS') {
    return {
      phoneNumber: numberError(typed.phoneNumber),
      smsContent: wordsError(typed.smsContent, MESSAGE_MAX) ?? firstProblem(collisionsIn(typed.smsContent))?.message,
    }
  }
  const length = typed.mailSubject.trim().length
  return {
    email: emailError(typed.email),
    mailSubject: isBlank(typed.mailSubject)
      ? 'Enter a subject.'
      : length > MAIL_SUBJECT_MAX
        ? `${counted(length)} characters are too many: ${counted(MAIL_SUBJECT_MAX)} at most.`
        : gapError(typed.mailSubject),
    mailContent: wordsError(typed.mailContent, MAIL_CONTENT_MAX),
  }
}

/** The body of the call, with the fields of its type alone. */
export function bodyOf(organizationId: string, typed: TypedNotification) {
  const { type, phoneNumber, smsContent, email, mailSubject, mailContent } = typed
  const own = type === 'SMS' ? { phoneNumber, smsContent } : { email, mailSubject, mailContent }
  return { type, organizationId, ...own }
}

interface Clinic {
  readonly name: string
  readonly timezone: string
  readonly phoneNumber: string | null
}

/** A template's words with what the records know of the patient; a gap stays in its braces. */
export function filledFor(words: string, patient: PatientRecord | null, clinic: Clinic, bookingUrl: string): string {
  const values = fieldValues({
    firstName: patient?.firstName ?? null,
    lastName: patient?.lastName ?? null,
    doctor: patient?.nextVisit?.doctorName ?? patient?.doctorName ?? null,
    visitAt: patient?.nextVisit ? new Date(patient.nextVisit.startsAt) : null,
    location: patient?.nextVisit?.location ?? null,
    clinic,
    bookingLink: bookingUrl,
  })
  return filledWords(words, values).text
}

export interface Consent {
  readonly level: 'ok' | 'warn' | 'bad'
  readonly words: string
}

type Known = Pick<
  PatientRecord,
  'smsStatus' | 'textEnable' | 'askedToStop' | 'deceased' | 'phoneNumber' | 'email' | 'household'
>

/** The consent on record for writing to the patient this way. */
export function consentOf(patient: Known, type: TypedNotification['type']): Consent {
  if (patient.deceased) return { level: 'bad', words: 'The patient has died.' }
  if (type === 'email')
    return patient.email === null
      ? { level: 'warn', words: 'No email address is on file.' }
      : { level: 'ok', words: 'An email to one person needs no subscription.' }
  if (patient.smsStatus === 'opted_out')
    return { level: 'bad', words: 'Opted out of texts. Only the patient can opt in again, by texting START.' }
  if (!patient.textEnable) return { level: 'bad', words: 'Texts are turned off for this patient.' }
  if (patient.phoneNumber === null) return { level: 'warn', words: 'No phone number is on file.' }
  if (patient.askedToStop) return { level: 'warn', words: 'The patient asked for no more texts.' }
  if (patient.household > 1)
    return { level: 'warn', words: `${patient.household} patients share this number. Any of them may read it.` }
  return { level: 'ok', words: 'Gets texts: nothing on file is against it.' }
}
