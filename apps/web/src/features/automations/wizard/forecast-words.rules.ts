/** The sentences on when an automation will start. */
import type { AutomationForecast } from '@foyer/contracts/automations/automation.ts'
import { FORECAST_DAYS } from '@foyer/contracts/automations/definition.rules.ts'
import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { dateOf, laterLabel, timeOfDay } from '../../../lib/time-labels.rules.ts'

const SUBJECTS = {
  ...{ appointment: ['visit', 'visits'], conversation: ['conversation', 'conversations'] },
  ...{ patient: ['patient', 'patients'], review: ['review', 'reviews'] },
} as const

/** "Tomorrow 26 visits will get the first text at 10:00 AM." */
export function forecastWords(forecast: AutomationForecast, now: Date, timezone: string): string {
  const { day, firstAt, held, isWhole } = forecast
  if (day === null || firstAt === null) {
    if (held > 0) return `${startsWords(held)} would be held for a person.`
    return isWhole
      ? `As things are now, it starts for nobody in the next ${FORECAST_DAYS} days.`
      : 'There is too much ahead to say when it starts first.'
  }
  const more =
    held === 0 ? null : `${startsWords(held, ' more')} in an hour than it may have would be held for a person.`
  return [...startWords(forecast, { day, firstAt }, now, timezone), more].filter((said) => said !== null).join(' ')
}

interface First {
  readonly day: string
  readonly firstAt: string
}

function startWords(forecast: AutomationForecast, { day, firstAt }: First, now: Date, timezone: string): string[] {
  const { starts, lastAt, texts, firstTextAt, lastTextAt } = forecast
  const when = dayWords(day, dayIn(now, timezone))
  const whom = subjectWords(forecast)
  if (firstTextAt !== null && texts === starts && dayIn(new Date(firstTextAt), timezone) === day && whom !== null)
    return [`${when} ${whom} will get the first text${span(firstTextAt, lastTextAt, timezone)}.`]
  const begins = `${when} it starts for ${whom ?? 'the clinic'}${span(firstAt, lastAt, timezone)}.`
  if (firstTextAt === null) return [begins]
  const sent = texts === 1 ? 'One text goes' : `The first of ${number(texts)} texts goes`
  return [begins, `${sent} out ${laterLabel(new Date(firstTextAt), now, timezone)}.`]
}

const number = (value: number) => value.toLocaleString('en-US')
const startsWords = (value: number, more = '') => `${number(value)}${more} ${value === 1 ? 'start' : 'starts'}`

/** "Today", "Tomorrow", "On Thu, Nov 26" */
function dayWords(day: string, today: string): string {
  if (day === today) return 'Today'
  return day === dayAfter(today) ? 'Tomorrow' : `On ${dateOf(day, today, { weekday: 'short' })},`
}

/** "26 visits", "at least 500 visits"; null for the clinic as a whole. */
function subjectWords({ subject, starts, isWhole }: AutomationForecast): string | null {
  if (subject === null || subject === 'organization') return null
  const [one, many] = SUBJECTS[subject]
  return `${isWhole ? '' : 'at least '}${number(starts)} ${starts === 1 ? one : many}`
}

/** " at 10:00 AM", or ", from 10:00 AM on" if the times differ. */
function span(firstAt: string, lastAt: string | null, timezone: string): string {
  const time = timeOfDay(new Date(firstAt), timezone)
  return lastAt === null || lastAt === firstAt ? ` at ${time}` : `, from ${time} on`
}
