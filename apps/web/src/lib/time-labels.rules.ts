/** All formats in which the web shows times and days, in the organization's time zone. */
import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'

/** "9:05 AM", with a plain space even if the runtime's locale data uses another. */
export function timeOfDay(instant: Date, timezone: string): string {
  return formatOf(timezone, TIME).format(instant).replace(/\s/g, ' ')
}

/**
 * [INBOX-19..21] [OPEN-012] Formats a conversation's time: the time if it is today, "Yesterday" for the day before,
 * else a short date, with the year if it is another year.
 */
export function conversationTime(instant: Date, now: Date, timezone: string): string {
  const [day, today] = [dayIn(instant, timezone), dayIn(now, timezone)]
  if (day === today) return timeOfDay(instant, timezone)
  return day === dayAfter(today, -1) ? 'Yesterday' : dateOf(day, today)
}

/**
 * "9:05 AM" for today, else with the day: "Yesterday, 9:05 AM", "Tomorrow, 8:00 AM", "Mon, Nov 23, 8:00 AM", "Nov 17,
 * 9:05 AM".
 */
export function momentLabel(at: Date | string, now: Date, timezone: string): string {
  const instant = new Date(at)
  const [day, today] = [dayIn(instant, timezone), dayIn(now, timezone)]
  const time = timeOfDay(instant, timezone)
  if (day === today) return time
  const isNear = day > today && day <= dayAfter(today, 7)
  return `${nearDay(day, today) ?? dateOf(day, today, isNear ? SHORT_WEEKDAY : {})}, ${time}`
}

/** The start of a period: "4:50 PM" today, "Yesterday 4:50 PM", "Friday 4:50 PM" within a week, else "Nov 12, 4:50 PM". */
export function sinceLabel(at: Date, now: Date, timezone: string): string {
  const [day, today] = [dayIn(at, timezone), dayIn(now, timezone)]
  const time = timeOfDay(at, timezone)
  if (day === today) return time
  if (day === dayAfter(today, -1)) return `Yesterday ${time}`
  // The weekday of the seventh day before would equal today's.
  const isNear = day < today && day >= dayAfter(today, -6)
  return isNear ? `${partOf(day, { weekday: 'long' })} ${time}` : `${dateOf(day, today)}, ${time}`
}

/** Formats a label for the middle of a sentence: "snoozed until tomorrow, 8:00 AM". */
export function inSentence(label: string): string {
  return label.replace(/^(Yesterday|Tomorrow|Today)/, (word) => word.toLowerCase())
}

/** A day without a time, for a sentence: "today", "yesterday", "Nov 17", "Nov 17, 2024". */
export function dateLabel(at: Date | string, now: Date, timezone: string): string {
  const [day, today] = [dayIn(new Date(at), timezone), dayIn(now, timezone)]
  if (day === today) return 'today'
  return day === dayAfter(today, -1) ? 'yesterday' : dateOf(day, today)
}

/** A past moment within a sentence: "9:05 AM" today, "yesterday at 4:12 PM", "Nov 17 at 9:05 AM". */
export function pastLabel(at: Date | string, now: Date, timezone: string): string {
  const [day, time] = [dateLabel(at, now, timezone), timeOfDay(new Date(at), timezone)]
  return day === 'today' ? time : `${day} at ${time}`
}

/** The end of a period: "today, 4:55 PM", "Nov 26". */
export function untilLabel(at: Date | string, now: Date, timezone: string): string {
  const instant = new Date(at)
  const label = conversationTime(instant, now, timezone)
  return dayIn(instant, timezone) === dayIn(now, timezone) ? `today, ${label}` : label
}

/** A due time in little space: "4:30 PM" today, "Mon 8:00 AM" within a week, else "Nov 27". */
export function dueLabel(at: Date, now: Date, timezone: string): string {
  const [day, today] = [dayIn(at, timezone), dayIn(now, timezone)]
  const time = timeOfDay(at, timezone)
  if (day === today) return time
  // The weekday of the seventh day would equal today's.
  const isNear = day > today && day <= dayAfter(today, 6)
  return isNear ? `${partOf(day, SHORT_WEEKDAY)} ${time}` : dateOf(day, today)
}

/** The time at which a text will be sent: "today at 5:00 PM", "tomorrow at 8:00 AM", "Mon, Nov 23 at 8:00 AM". */
export function laterLabel(at: Date, now: Date, timezone: string): string {
  const [day, today] = [dayIn(at, timezone), dayIn(now, timezone)]
  const near = day === today ? 'today' : day === dayAfter(today) ? 'tomorrow' : null
  return `${near ?? dateOf(day, today, SHORT_WEEKDAY)} at ${timeOfDay(at, timezone)}`
}

/** A moment beside a choice that may name its day loosely: "Today, 1:00 PM", "Fri, Nov 20, 8:00 AM". */
export function exactLabel(at: Date, now: Date, timezone: string): string {
  const [day, today] = [dayIn(at, timezone), dayIn(now, timezone)]
  return `${day === today ? 'Today' : dateOf(day, today, SHORT_WEEKDAY)}, ${timeOfDay(at, timezone)}`
}

/** The heading of a day: "Today, Tuesday November 19", "Sunday November 17", with the year if it is another year. */
export function dayHeading(day: string, today: string): string {
  const date = partOf(day, { month: 'long', day: 'numeric' })
  const year = isSameYear(day, today) ? '' : `, ${day.slice(0, 4)}`
  const plain = `${partOf(day, { weekday: 'long' })} ${date}${year}`
  const near = day === today ? 'Today' : day === dayAfter(today, -1) ? 'Yesterday' : null
  return near === null ? plain : `${near}, ${plain}`
}

function nearDay(day: string, today: string): string | null {
  if (day === dayAfter(today, -1)) return 'Yesterday'
  return day === dayAfter(today) ? 'Tomorrow' : null
}

/** "Nov 17", with the year if it is another year. */
export function dateOf(day: string, today: string, also: Intl.DateTimeFormatOptions = {}): string {
  return partOf(day, { ...also, ...SHORT_DATE, ...(isSameYear(day, today) ? {} : YEAR) })
}

const partOf = (day: string, options: Intl.DateTimeFormatOptions) =>
  formatOf('UTC', options).format(new Date(`${day}T00:00:00Z`))
const isSameYear = (day: string, other: string) => day.slice(0, 4) === other.slice(0, 4)

const TIME = { hour: 'numeric', minute: '2-digit' } as const
const SHORT_DATE = { month: 'short', day: 'numeric' } as const
const SHORT_WEEKDAY = { weekday: 'short' } as const
const YEAR = { year: 'numeric' } as const

/** Formatters are cached, because creating one takes far longer than using it and a list needs three per row. */
const formats = new Map<string, Intl.DateTimeFormat>()
/** More than the clinics of one user need; beyond that the cache starts over. */
const FORMATS_MAX = 200

function formatOf(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`
  const held = formats.get(key)
  if (held) return held
  const made = new Intl.DateTimeFormat('en-US', { timeZone, ...options })
  if (formats.size >= FORMATS_MAX) formats.clear()
  formats.set(key, made)
  return made
}
