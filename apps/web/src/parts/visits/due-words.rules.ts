/** The words of a due date. */
import type { DueDate } from '@foyer/contracts/appointments/due-date.ts'
import type { ReplyOf } from '@foyer/contracts/call.ts'
import type { Calls } from '@foyer/contracts/calls.ts'
import { dayAfter, daysBetween } from '@foyer/contracts/time/calendar.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { dateOf } from '../../lib/time-labels.rules.ts'
import { leftWords } from './visit-actions.rules.ts'

type Left = ReplyOf<Calls['inviteDueDates']>['data']['skipped'][number]['reason']

export interface DueWords {
  readonly tone: 'ok' | 'warn' | 'bad' | 'muted'
  readonly text: string
}

/** A due date that is this near needs care. */
const NEAR_DAYS = 14
/** A patient is invited once in so many days. */
export const INVITED_DAYS = 7

/** "22 days overdue", "Due today", "In 12 days", "Booked Nov 30". */
export function dueWords({ dueDate, booked }: DueDate, today: string): DueWords {
  if (booked !== null)
    return { tone: 'ok', text: booked.date === today ? 'Booked today' : `Booked ${dateOf(booked.date, today)}` }
  const days = daysBetween(today, dueDate)
  if (days < 0) return { tone: 'bad', text: `${count(-days, 'day')} overdue` }
  if (days === 0) return { tone: 'warn', text: 'Due today' }
  return { tone: days <= NEAR_DAYS ? 'warn' : 'muted', text: `In ${count(days, 'day')}` }
}

/** "Last Oct 2022, every 2 years"; empty where neither is known. */
export function rhythmWords({ lastVisitDate, everyDays }: DueDate): string {
  const last = lastVisitDate === null ? null : `last ${MONTH.format(new Date(`${lastVisitDate}T00:00:00Z`))}`
  const words = [last, everyDays === null ? null : `every ${periodOf(everyDays)}`].filter((part) => part !== null)
  const [first = '', ...rest] = words
  return [`${first.charAt(0).toUpperCase()}${first.slice(1)}`, ...rest].join(', ')
}

const MONTH = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', year: 'numeric' })

/** The largest unit that the days fill: 730 days are 2 years, 90 are 3 months. */
function periodOf(days: number): string {
  if (days % 365 === 0) return each(days / 365, 'year')
  if (days % 30 === 0) return each(days / 30, 'month')
  if (days % 7 === 0) return each(days / 7, 'week')
  return each(days, 'day')
}

const each = (number: number, unit: string) => (number === 1 ? unit : count(number, unit))
const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`

/** "1 overdue, 3 coming up" */
export function dueSummary(dates: readonly DueDate[], today: string): string {
  const overdue = dates.filter(({ dueDate, booked }) => booked === null && dueDate < today).length
  const coming = dates.length - overdue
  const parts = [overdue > 0 ? `${overdue} overdue` : null, coming > 0 ? `${coming} coming up` : null]
  return parts.filter((part) => part !== null).join(', ')
}

/** Why a patient can't be invited now; null if they can. */
export function inviteProblem({ booked, invitedAt, doneAt }: DueDate, now: Date, timezone: string): string | null {
  if (booked !== null) return 'A visit is booked'
  if (doneAt !== null) return 'This is done'
  if (invitedAt === null) return null
  const invited = dayIn(new Date(invitedAt), timezone)
  const today = dayIn(now, timezone)
  return dayAfter(invited, INVITED_DAYS) > today
    ? `Invited ${invited === today ? 'today' : dateOf(invited, today)}`
    : null
}

/** "Invitation sent to Denise Walker", "Invitations sent to 3 patients. Left out: 1 has opted out." */
export function invitedWords(sent: readonly DueDate[], skipped: readonly Left[]): string {
  const [only] = sent
  const done =
    sent.length === 0
      ? 'No invitation sent'
      : sent.length === 1 && only !== undefined
        ? `Invitation sent to ${only.patientName}`
        : `Invitations sent to ${sent.length} patients`
  return skipped.length === 0 ? done : `${done}. Left out: ${leftOutWords(skipped)}.`
}

const OWN = {
  invited: ['was invited already', 'were invited already'],
  booked: ['has a visit', 'have a visit'],
  done: ['is done', 'are done'],
} as const

function leftOutWords(reasons: readonly Left[]): string {
  const general = reasons.flatMap((reason) => (reason in OWN ? [] : [reason as Exclude<Left, keyof typeof OWN>]))
  const parts = general.length === 0 ? [] : [leftWords(general)]
  for (const [reason, [one, more]] of Object.entries(OWN)) {
    const times = reasons.filter((each) => each === reason).length
    if (times > 0) parts.push(`${times} ${times === 1 ? one : more}`)
  }
  return parts.join(', ')
}
