/** The words of reminders: their fields, and how they are filled. */

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

/** A reminder that asks nothing ends with this. */
export const HOW_TO_REPLY = 'Reply C to confirm or R to reschedule.'

const BRACES = /\{\{\s*(\w+)\s*\}\}/g

export function filledReminder(text: string, values: Readonly<Record<ReminderField, string>>): string {
  return text.replace(BRACES, (whole, name: string) => (isField(name) ? values[name] : whole))
}

/** The names in braces that no field has. */
export function unknownFields(text: string): string[] {
  return [...text.matchAll(BRACES)].map(([, name = '']) => name).filter((name) => !isField(name))
}

function isField(name: string): name is ReminderField {
  return (reminderFields as readonly string[]).includes(name)
}

/** Adds how to confirm to a text that asks for no reply. */
export function withReplyWords(text: string): string {
  return /\breply\b|\bresponda\b/i.test(text) ? text : `${text.trimEnd()} ${HOW_TO_REPLY}`
}
