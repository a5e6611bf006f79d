/** The form for opening hours and automatic replies, and its checks by the rules of the call. */
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import type { InboxSettings } from '@foyer/contracts/inbox/settings-calls.ts'
import { collisionsIn, firstProblem } from '@foyer/contracts/outreach/reply-words.rules.ts'
import { isDay, type Weekday, weekdays } from '@foyer/contracts/time/calendar.rules.ts'
import { isTimeOfDay, WRONG_TIME } from '@foyer/contracts/time/time-of-day.rules.ts'
import type { ChangedPart } from '../../../parts/form/conflict-notice.tsx'

export interface Span {
  readonly from: string
  readonly to: string
}

export interface TypedHours {
  week: Record<Weekday, Span[]>
  closedDays: { day: string }[]
  afterHours: { enabled: boolean; message: string }
  quietHours: Span
  helpMessage: string
}

export const SPANS_MAX = 6
const TEXT_MAX = 320
const DAYS_MAX = 366
const END_OF_DAY = '24:00'

type Wrong = Record<string, string>

export function typedOf(settings: InboxSettings): TypedHours {
  const { businessHours, afterHours, quietHours, helpMessage } = settings
  const closedDays = businessHours.closedDays.toSorted().map((day) => ({ day }))
  return { week: businessHours.week, closedDays, afterHours, quietHours, helpMessage }
}

/** The body of the call. An empty help text stands for the default one. */
export function settingsBody(typed: TypedHours) {
  const { week, closedDays, afterHours, quietHours, helpMessage } = typed
  return {
    businessHours: { week, closedDays: closedDays.map(({ day }) => day).toSorted() },
    afterHours,
    quietHours,
    helpMessage: isBlank(helpMessage) ? null : helpMessage,
  }
}

/** The errors by the path of their field. */
export function hoursErrors(typed: TypedHours): Wrong {
  const { week, closedDays, afterHours, quietHours, helpMessage } = typed
  return {
    ...Object.assign({}, ...weekdays.map((day) => spanErrors(`week.${day}`, week[day]))),
    ...closedDayErrors(closedDays.map(({ day }) => day)),
    ...textError('afterHours.message', afterHours.message, 'Write the reply patients get'),
    ...timeError('quietHours.from', quietHours.from),
    ...timeError('quietHours.to', quietHours.to),
    ...(isBlank(helpMessage) ? {} : textError('helpMessage', helpMessage, '')),
  }
}

function spanErrors(path: string, spans: readonly Span[]): Wrong {
  const wrong: Wrong = {}
  spans.forEach(({ from, to }, place) => {
    const before = spans[place - 1]
    if (!isTimeOfDay(from)) wrong[`${path}.${place}.from`] = WRONG_TIME
    else if (before && isEnd(before.to) && from < before.to)
      wrong[`${path}.${place}.from`] = `Must begin at ${before.to} or later`
    if (!isEnd(to)) wrong[`${path}.${place}.to`] = WRONG_TIME
    else if (isTimeOfDay(from) && to <= from) wrong[`${path}.${place}.to`] = 'Must end after it begins'
  })
  return wrong
}

/** A day may be open until midnight. */
const isEnd = (time: string) => isTimeOfDay(time) || time === END_OF_DAY

function closedDayErrors(days: readonly string[]): Wrong {
  const wrong: Wrong = {}
  days.forEach((day, place) => {
    if (!isDay(day)) wrong[`closedDays.${place}.day`] = 'Choose a day'
    else if (days.indexOf(day) < place) wrong[`closedDays.${place}.day`] = 'This day is listed already'
    else if (place >= DAYS_MAX) wrong[`closedDays.${place}.day`] = `At most ${DAYS_MAX} days`
  })
  return wrong
}

function textError(path: string, text: string, missing: string): Wrong {
  if (isBlank(text)) return { [path]: missing }
  if (text.length > TEXT_MAX) return { [path]: `${text.length} characters are too many: ${TEXT_MAX} at most` }
  const collision = firstProblem(collisionsIn(text))
  return collision === undefined ? {} : { [path]: collision.message }
}

function timeError(path: string, time: string): Wrong {
  return isTimeOfDay(time) ? {} : { [path]: WRONG_TIME }
}

/**
 * A suggestion for the next part of a day: the usual hours first, then two hours that begin an hour after the last
 * part.
 */
export function nextSpan(spans: readonly Span[]): Span {
  const last = spans.at(-1)
  if (!last) return { from: '08:00', to: '17:00' }
  const hour = Number(last.to.slice(0, 2)) + 1
  return hour < 22 ? { from: `${pad(hour)}:00`, to: `${pad(hour + 2)}:00` } : { from: '', to: '' }
}

const pad = (hour: number) => String(hour).padStart(2, '0')

/** "08:00 to 12:00, 13:00 to 17:00", or "Closed". */
export function spansWords(spans: readonly Span[]): string {
  return spans.length === 0 ? 'Closed' : spans.map(({ from, to }) => `${from} to ${to}`).join(', ')
}

/** The parts that differ between two states of the settings, with the words of the later one. */
export function changedParts(before: InboxSettings, now: InboxSettings): ChangedPart[] {
  const earlier = partsOf(before)
  return partsOf(now).filter((part, place) => part.now !== earlier[place]?.now)
}

function partsOf({ businessHours, afterHours, quietHours, helpMessage }: InboxSettings): ChangedPart[] {
  const { week, closedDays } = businessHours
  return [
    ...weekdays.map((day) => ({ title: dayName(day), now: spansWords(week[day]) })),
    { title: 'Closed days', now: closedDays.toSorted().map(dayWords).join(' · ') || 'None' },
    { title: 'Reply while closed', now: `${afterHours.enabled ? 'On' : 'Off'}: ${afterHours.message}` },
    { title: 'Quiet hours', now: quietWords(quietHours) },
    { title: 'Answer to HELP', now: helpMessage },
  ]
}

export const dayName = (day: Weekday) => day.charAt(0).toUpperCase() + day.slice(1)

export function quietWords({ from, to }: Span): string {
  if (from === to) return 'No quiet hours: texts go out at any time.'
  return `From ${from} to ${to} by the patient’s own clock, nothing goes out that they did not ask for.`
}

/** "Thu, Nov 26, 2026" */
export function dayWords(day: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
  }).format(new Date(`${day}T00:00:00Z`))
}
