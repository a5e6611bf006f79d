/** The words of reminders: their fields, and how they are filled. */
import { momentWords, oneLine } from '../outreach/moment-words.rules.ts'
import { filled, placeholdersIn } from '../outreach/placeholders.rules.ts'

/** The most characters of a reminder's text once it is filled. */
export const REMINDER_MAX = 640

export const reminderFields = [
  'firstName',
  'doctorName',
  'appointmentDate',
  'appointmentTime',
  'weekday',
  'location',
  'clinic',
  'visitType',
] as const
export type ReminderField = (typeof reminderFields)[number]

/** An invitation is about no visit yet. */
export const invitationFields: readonly ReminderField[] = ['firstName', 'clinic', 'visitType']

/** A reminder that asks nothing ends with this. */
export const HOW_TO_REPLY = 'Reply C to confirm or R to reschedule.'

export function filledReminder(text: string, values: Readonly<Record<ReminderField, string>>): string {
  return filled(text, (name) => (isField(name) ? values[name] : undefined)).text
}

/** The names in braces that none of the fields has. */
export function unknownFields(text: string, fields: readonly string[] = reminderFields): string[] {
  return placeholdersIn(text)
    .map(({ name }) => name)
    .filter((name) => !fields.includes(name))
}

/** Whether the text names one of the fields. */
export function namesField(text: string, fields: readonly ReminderField[]): boolean {
  return placeholdersIn(text).some(({ name }) => isField(name) && fields.includes(name))
}

function isField(name: string): name is ReminderField {
  return (reminderFields as readonly string[]).includes(name)
}

/** Adds how to confirm to a text that asks for no reply. */
export function withReplyWords(text: string): string {
  return /\breply\b|\bresponda\b/i.test(text) ? text : `${text.trimEnd()} ${HOW_TO_REPLY}`
}

/** What a reminder says about one appointment. */
export interface ReminderSubject {
  readonly firstName: string
  readonly doctorName: string
  readonly startsAt: Date
  readonly location: string
  readonly visitType: string
}

export function reminderValues(
  { startsAt, ...subject }: ReminderSubject,
  clinic: { readonly name: string; readonly timezone: string },
): Record<ReminderField, string> {
  const words = (style: 'weekday' | 'date' | 'time') => momentWords(startsAt, clinic.timezone, style)
  return {
    firstName: oneLine(subject.firstName),
    doctorName: oneLine(subject.doctorName),
    appointmentDate: words('date'),
    appointmentTime: words('time'),
    weekday: words('weekday'),
    location: oneLine(subject.location),
    clinic: oneLine(clinic.name),
    visitType: oneLine(subject.visitType),
  }
}

export interface ReminderText {
  /** The words of the step, with fields in braces. */
  readonly text: string
  /** The appointments that the text is about; the words are filled with the first one's. */
  readonly subjects: readonly [ReminderSubject, ...ReminderSubject[]]
  readonly clinic: { readonly name: string; readonly timezone: string }
  /** Several patients have the number, so each is named. */
  readonly isShared: boolean
  /** Whether the text says how to reply, unless it does already. */
  readonly asks: boolean
}

/** The text of a reminder: filled, with the family's other appointments of the day, and with how to reply. */
export function reminderText({ text, subjects: [first, ...others], clinic, isShared, asks }: ReminderText): string {
  const values = reminderValues(first, clinic)
  const filled = filledReminder(text, values)
  const named = isShared && !namesField(text, ['firstName']) ? `${values.firstName}: ${filled}` : filled
  const also = others.map((other) => {
    const { firstName, appointmentTime, doctorName } = reminderValues(other, clinic)
    return `${firstName} at ${appointmentTime} with ${doctorName}`
  })
  const whole = also.length === 0 ? named : `${named.trimEnd()} Also that day: ${also.join('; ')}.`
  return asks ? withReplyWords(whole) : whole
}
