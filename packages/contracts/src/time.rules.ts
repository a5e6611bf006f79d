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

/** Days begin at a quarter of an hour wherever one is: within one it is the same day for all. */
const QUARTER_MS = 900_000
/** Zones whose days began at odd minutes have been gone since then. */
const EVEN_SINCE = Date.UTC(1975, 0, 1)
const DAYS_MAX = 5_000
const days = new Map<string, string>()

/** The calendar day of an instant in a time zone, as YYYY-MM-DD. [OPEN-031] */
export function dayIn(timezone: string, instant: Date): string {
  const at = instant.getTime()
  if (!(at >= EVEN_SINCE)) return formatOf('sv-SE', timezone, {}).format(instant)
  // A list asks for it with every row that it draws, and the calendar is slow to answer.
  const key = `${timezone} ${Math.floor(at / QUARTER_MS)}`
  const known = days.get(key)
  if (known !== undefined) return known
  const day = formatOf('sv-SE', timezone, {}).format(instant)
  if (days.size >= DAYS_MAX) days.clear()
  days.set(key, day)
  return day
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
  return formatOf('en-US', timezone, sameYear ? SHORT_DATE : DATE_WITH_YEAR).format(instant)
}

/** "9:05 AM", with a plain space whatever the runtime's locale data use. */
export function timeOfDay(instant: Date, timezone: string): string {
  return formatOf('en-US', timezone, TIME).format(instant).replace(/\s/g, ' ')
}

const TIME = { hour: 'numeric', minute: '2-digit' } as const
const SHORT_DATE = { month: 'short', day: 'numeric' } as const
const DATE_WITH_YEAR = { ...SHORT_DATE, year: 'numeric' } as const

/** Making one takes far longer than what it is made for, and a list asks for three in each of its rows. */
const formats = new Map<string, Intl.DateTimeFormat>()
/** More zones than anybody's clinics are in; beyond that they are made anew. */
const FORMATS_MAX = 200

function formatOf(locale: string, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${Object.keys(options).join()}`
  const held = formats.get(key)
  if (held) return held
  const made = new Intl.DateTimeFormat(locale, { timeZone, ...options })
  if (formats.size >= FORMATS_MAX) formats.clear()
  formats.set(key, made)
  return made
}

function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}
