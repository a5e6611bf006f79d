/** Finds a patient's words for another time, such as "Thursday afternoon", in English or Spanish. */
import { dayIn, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { ParsedResult } from 'chrono-node'
import { casual as english } from 'chrono-node/en'
import { casual as spanish } from 'chrono-node/es'

const LANGUAGES = [english, spanish]
const MINUTE_MS = 60_000
/** More than a time and a day or two is a story, of which the first time is kept. */
const WISH_MAX = 80
const LATER_TODAY = /afternoon|evening|tonight|tarde|noche/i

interface Asked {
  readonly sentAt: Date
  readonly zone: string
  /** The visit's own start; repeating it is no wish. */
  readonly startsAt: Date
}

/** The words as the patient wrote them; null without any. They are shown to staff, who decide: nothing is computed with them. */
export function wishIn(text: string, { sentAt, zone, startsAt }: Asked): string | null {
  const reference = { instant: sentAt, timezone: offsetMinutes(sentAt, zone) }
  const own = { visit: wallTime(startsAt, zone), today: dayIn(sentAt, zone) }
  const wishes = LANGUAGES.map((language) => {
    const found = language.parse(text, reference, { forwardDate: true }).filter((one) => isWish(one, own))
    return wordsOf(text, found)
  })
  // The language that explains more of the text is the patient's.
  return wishes.reduce((longest, one) => (one.length > longest.length ? one : longest), '') || null
}

function isWish(
  { start, text }: ParsedResult,
  { visit, today }: { visit: { day: string; time: string }; today: string },
) {
  const day = [start.get('year'), start.get('month'), start.get('day')].map((part) => String(part).padStart(2, '0'))
  const hasDay = start.isCertain('day') || start.isCertain('weekday')
  const hasTime = start.isCertain('hour')
  const isOtherDay = day.join('-') !== visit.day
  const time = [start.get('hour'), start.get('minute') ?? 0].map((part) => String(part).padStart(2, '0')).join(':')
  if (hasTime) return (hasDay && isOtherDay) || time !== visit.time
  // "I am sick today" wishes for nothing; "this afternoon" does.
  const isNamed = hasDay && (day.join('-') !== today || start.isCertain('weekday'))
  return isOtherDay && (isNamed || LATER_TODAY.test(text))
}

function wordsOf(text: string, found: readonly ParsedResult[]): string {
  const [first] = found
  const last = found.at(-1)
  if (!first || !last) return ''
  const whole = text.slice(first.index, last.index + last.text.length).replace(/\s+/g, ' ')
  return (whole.length <= WISH_MAX ? whole : first.text).slice(0, WISH_MAX).trim()
}

function offsetMinutes(instant: Date, zone: string): number {
  const { day, time } = wallTime(instant, zone)
  return Math.round((Date.parse(`${day}T${time}Z`) - instant.getTime()) / MINUTE_MS)
}
