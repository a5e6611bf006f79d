const HH_MM = /^([01]\d|2[0-3]):[0-5]\d$/

/** [OPEN-041] */
export const WRONG_TIME = 'Time must be HH:MM'

/** [RULE-18] 24-hour HH:MM. */
export function isTimeOfDay(value: string): boolean {
  return HH_MM.test(value)
}

/** [RULE-19] The 48 half hours of a day, "00:00" to "23:30". */
export function halfHours(): string[] {
  return Array.from({ length: 48 }, (_, slot) => {
    const hour = String(Math.floor(slot / 2)).padStart(2, '0')
    return `${hour}:${slot % 2 === 0 ? '00' : '30'}`
  })
}

/** The calendar day of an instant in a time zone, as YYYY-MM-DD. [OPEN-031] */
export function dayIn(timezone: string, instant: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(instant)
}

/**
 * [INBOX-19..21] [OPEN-012] How a conversation's time reads in the organization's zone: the time on the same day,
 * "Yesterday" on the one before, else a short date, with its year when that is another one.
 */
export function conversationTime(instant: Date, now: Date, timezone: string): string {
  const day = dayIn(timezone, instant)
  const today = dayIn(timezone, now)
  if (day === today) return timeOfDay(instant, timezone)
  if (day === dayBefore(today)) return 'Yesterday'
  const sameYear = day.slice(0, 4) === today.slice(0, 4)
  return new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    month: 'short',
    day: 'numeric',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(instant)
}

/** "9:05 AM", with a plain space whatever the runtime's locale data use. */
export function timeOfDay(instant: Date, timezone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: timezone, hour: 'numeric', minute: '2-digit' })
    .format(instant)
    .replace(/\s/g, ' ')
}

function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}
