import {
  filledReminder,
  REMINDER_MAX,
  type ReminderSubject,
  reminderValues,
} from '@foyer/contracts/appointments/reminder-words.rules.ts'

/** The answer to a confirmation: the setting's words about the first visit, then each other one that was confirmed. */
export function thanksText(
  text: string,
  [first, ...others]: readonly [ReminderSubject, ...ReminderSubject[]],
  clinic: { readonly name: string; readonly timezone: string },
): string {
  const also = others.map((other) => {
    const { firstName, weekday, appointmentDate, appointmentTime } = reminderValues(other, clinic)
    return `${firstName}, ${weekday}, ${appointmentDate} at ${appointmentTime}`
  })
  const filled = filledReminder(text, reminderValues(first, clinic)).trimEnd()
  return (also.length === 0 ? filled : `${filled} Also confirmed: ${also.join('; ')}.`).slice(0, REMINDER_MAX)
}
