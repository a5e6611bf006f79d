/** Every way in which the web shows a time or a day, in the organization's zone. */
import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'

/** "9:05 AM", with a plain space whatever the runtime's locale data use. */
export function timeOfDay(instant: Date, timezone: string): string {
  return formatOf(timezone, TIME).format(instant).replace(/\s/g, ' ')
}

/**
 * [INBOX-19..21] [OPEN-012] How a conversation's time reads: the time on the same day, "Yesterday" on the one before, else
 * a short date, with its year when that is another one.
 */
export function conversationTime(instant: Date, now: Date, timezone: string): string {
  const [day, today] = [dayIn(instant, timezone), dayIn(now, timezone)]
  if (day === today) return timeOfDay(instant, timezone)
  return day === dayAfter(today, -1) ? 'Yesterday' : dateOf(day, today)
}

/** "9:05 AM" of today, else with its day: "Yesterday, 9:05 AM", "Tomorrow, 8:00 AM", "Mon, Nov 23, 8:00 AM", "Nov 17, 9:05 AM". */
export function momentLabel(at: Date | string, now: Date, timezone: string): string {
  const instant = new Date(at)
  const [day, today] = [dayIn(instant, timezone), dayIn(now, timezone)]
  const time = timeOfDay(instant, timezone)
  if (day === today) return time
  const isNear = day > today && day <= dayAfter(today, 7)
  return `${nearDay(day, today) ?? dateOf(day, today, isNear ? SHORT_WEEKDAY : {})}, ${time}`
}

/** A label in the middle of a sentence: "snoozed until tomorrow, 8:00 AM". */
export function inSentence(label: string): string {
  return label.replace(/^(Yesterday|Tomorrow|Today)/, (word) => word.toLowerCase())
}

/** A day without its time, in a sentence: "today", "yesterday", "Nov 17", "Nov 17, 2024". */
export function dateLabel(at: Date | string, now: Date, timezone: string): string {
  const [day, today] = [dayIn(new Date(at), timezone), dayIn(now, timezone)]
  if (day === today) return 'today'
  return day === dayAfter(today, -1) ? 'yesterday' : dateOf(day, today)
}

/** The end of a time that runs: "today, 4:55 PM", "Nov 26". */
export function untilLabel(at: Date | string, now: Date, timezone: string): string {
  const instant = new Date(at)
  const label = conversationTime(instant, now, timezone)
  return dayIn(instant, timezone) === dayIn(now, timezone) ? `today, ${label}` : label
}

/** When something will be, in little room: "4:30 PM" today, "Mon 8:00 AM" within a week, else "Nov 27". */
export function dueLabel(at: Date, now: Date, timezone: string): string {
  const [day, today] = [dayIn(at, timezone), dayIn(now, timezone)]
  const time = timeOfDay(at, timezone)
  if (day === today) return time
  // The weekday of the seventh day would be today's.
  const isNear = day > today && day <= dayAfter(today, 6)
  return isNear ? `${partOf(day, SHORT_WEEKDAY)} ${time}` : dateOf(day, today)
}

/** When a text goes out: "today at 5:00 PM", "tomorrow at 8:00 AM", "Mon, Nov 23 at 8:00 AM". */
export function laterLabel(at: Date, now: Date, timezone: string): string {
  const [day, today] = [dayIn(at, timezone), dayIn(now, timezone)]
  const near = day === today ? 'today' : day === dayAfter(today) ? 'tomorrow' : null
  return `${near ?? dateOf(day, today, SHORT_WEEKDAY)} at ${timeOfDay(at, timezone)}`
}

/** The heading of a day: "Today, Tuesday November 19", "Sunday November 17", with its year when that is another one. */
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

/** "Nov 17", with its year when that is another one. */
function dateOf(day: string, today: string, also: Intl.DateTimeFormatOptions = {}): string {
  return partOf(day, { ...also, ...SHORT_DATE, ...(isSameYear(day, today) ? {} : YEAR) })
}

const partOf = (day: string, options: Intl.DateTimeFormatOptions) =>
  formatOf('UTC', options).format(new Date(`${day}T00:00:00Z`))
const isSameYear = (day: string, other: string) => day.slice(0, 4) === other.slice(0, 4)

const TIME = { hour: 'numeric', minute: '2-digit' } as const
const SHORT_DATE = { month: 'short', day: 'numeric' } as const
const SHORT_WEEKDAY = { weekday: 'short' } as const
const YEAR = { year: 'numeric' } as const

/** Making one takes far longer than using it, and a list asks for three in each of its rows. */
const formats = new Map<string, Intl.DateTimeFormat>()
/** More zones than anybody's clinics are in; beyond that they are made anew. */
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
