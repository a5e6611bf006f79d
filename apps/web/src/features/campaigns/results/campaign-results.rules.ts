/** The buttons of a campaign, the words of its results, and the recipients that its figures lead to. */

import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { FAILURE_REASON_MAX } from '@foyer/contracts/campaign/limits.rules.ts'
import type { CampaignProblem } from '@foyer/contracts/campaign/problems.rules.ts'
import {
  type RecipientEvent,
  type ResultName,
  recipientEvents,
  type SendState,
  sendStates,
} from '@foyer/contracts/campaign/sends.rules.ts'
import { type SkipReason, skipReasons } from '@foyer/contracts/campaign/skip-reasons.rules.ts'
import { isDeletable, isOffered, statusLabel } from '@foyer/contracts/campaign/states.rules.ts'
import { dayAfter, daysBetween } from '@foyer/contracts/time/calendar.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { inSentence, momentLabel } from '../../../lib/time-labels.rules.ts'
import { countWords } from '../../../parts/campaigns/states-bar.rules.ts'

export const wishes = ['pause', 'resume', 'unschedule', 'stop', 'copy', 'delete'] as const
export type Wish = (typeof wishes)[number]

/** These can't be taken back, so that the screen asks once. */
export const isAsked = (wish: Wish): boolean => wish === 'stop' || wish === 'delete'

export function isPossible({ status, deleted }: Pick<Campaign, 'status' | 'deleted'>, wish: Wish): boolean {
  if (deleted) return false
  if (wish === 'copy') return true
  return wish === 'delete' ? isDeletable(status) : isOffered(status, wish)
}

type Facts = Pick<
  Campaign,
  | 'status'
  | 'preparing'
  | 'pauseReason'
  | 'scheduledAt'
  | 'startedAt'
  | 'finishedAt'
  | 'etaAt'
  | 'createdAt'
  | 'savedAt'
  | 'states'
>
export interface Names {
  readonly created: string | null
  readonly paused: string | null
  readonly stopped: string | null
}

/** "Running since 10:30 AM, until about 4:02 PM. Launched by Lena Kim." */
export function standingWords(campaign: Facts, names: Names, now: Date, timezone: string): string {
  const at = (moment: string | null) => (moment === null ? '' : inSentence(momentLabel(moment, now, timezone)))
  const by = (name: string | null) => (name === null ? '' : ` by ${name}`)
  const { status, preparing, pauseReason, scheduledAt, startedAt, finishedAt, etaAt, createdAt } = campaign
  const made = `Made${by(names.created)}.`
  if (preparing) return `The recipients are being read: ${countWords(campaign.states.total)} so far. ${made}`
  switch (status) {
    case 'draft':
      return `A draft since ${at(createdAt)}. ${made}`
    case 'scheduled':
      return `Starts ${at(scheduledAt)}. ${made}`
    case 'running':
      return `Since ${at(startedAt)}${etaAt === null ? '' : `, the last about ${at(etaAt)}`}. ${made}`
    case 'paused':
      if (pauseReason === 'not_ready') return `It paused itself: it is no longer ready. ${made}`
      return pauseReason === 'failures' ? `It paused itself. ${made}` : `Paused${by(names.paused)}. ${made}`
    case 'stopped':
      return `Stopped ${at(finishedAt)}${by(names.stopped)}. ${made}`
    case 'finished':
      return `Finished ${at(finishedAt)}. ${made}`
  }
}

const NOT_READY = 'The campaign paused itself, because it was no longer ready.'
const NOT_RESUMED = 'The campaign was not resumed, because it was not ready.'

/**
 * The causes of a campaign that paused itself as not ready, and how it goes on. The problems are null while they are not read, and
 * so is the sentence of a refusal to resume it while there was none.
 */
export function notReadyWords(
  problems: readonly CampaignProblem[] | null,
  type: Campaign['type'],
  refusal: string | null,
): string {
  const barring = problems?.filter(({ level }) => level === 'problem') ?? []
  const causes = [...new Set([...(refusal === null ? [] : [refusal]), ...barring.map(({ message }) => message)])]
  const words = [refusal === null ? NOT_READY : NOT_RESUMED, ...causes].join(' ')
  if (problems === null) return words
  if (causes.length === 0) {
    const lack = type === 'SMS' ? 'The clinic had no number to text from' : 'The clinic had no email service'
    return `${words} ${lack}, or the cause is gone by now. Resume it to find out.`
  }
  // Problems of the words have a step, those of the clinic have none.
  const isInWords = barring.some(({ step }) => step !== null)
  return `${words} ${isInWords ? 'Edit its words, then resume it.' : 'Resume it once an administrator has set this right.'}`
}

export const standing = ({ status, preparing }: Pick<Campaign, 'status' | 'preparing'>): string =>
  preparing ? 'Preparing' : statusLabel(status)

export interface Figure {
  readonly name: ResultName | 'waiting' | 'skipped' | 'cancelled' | 'unconfirmed'
  readonly label: string
  readonly count: number
  /** The filter of the recipients behind it. */
  readonly filter: RecipientFilter
}

/** The figures of a campaign, each with its recipients. Clicks, opens and unconfirmed mails show only where they may be. */
export function figuresOf(
  campaign: Pick<Campaign, 'type' | 'trackLinks' | 'trackOpens' | 'states' | 'results'>,
): Figure[] {
  const { type, trackLinks, trackOpens, states, results } = campaign
  const isMail = type === 'email'
  const event = (name: RecipientEvent & ResultName, label: string): Figure => ({
    ...{ name, label, count: results[name], filter: { event: name } },
  })
  const state = (name: 'waiting' | 'skipped' | 'cancelled' | 'unconfirmed', label: string): Figure => ({
    ...{ name, label, count: states[name], filter: { state: name } },
  })
  return [
    event('sent', 'sent'),
    { name: 'delivered', label: 'delivered', count: results.delivered, filter: { state: 'delivered' } },
    { name: 'failed', label: 'failed', count: results.failed, filter: { state: 'failed' } },
    ...(isMail && states.unconfirmed > 0 ? [state('unconfirmed', 'unconfirmed')] : []),
    event('replied', 'replied'),
    ...(trackLinks || results.clicked > 0 ? [event('clicked', 'clicked a link')] : []),
    ...((isMail && trackOpens) || results.opened > 0 ? [event('opened', 'opened')] : []),
    event('booked', 'booked a visit'),
    event('optedOut', isMail ? 'unsubscribed' : 'opted out'),
    state('waiting', 'waiting'),
    state('skipped', 'left out'),
    ...(states.cancelled > 0 ? [state('cancelled', 'canceled')] : []),
  ]
}

/** A number of a range of days. */
export interface DayFigure {
  readonly name: 'sent' | 'delivered' | 'failed' | 'opened' | 'clicked' | 'replied' | 'optedOut' | 'booked'
  /** As it follows the number. */
  readonly words: string
  readonly good?: 'up' | 'down'
}

/** The numbers of a range of days. Clicks and opens show only where they may be. */
export function dayFiguresOf({
  type,
  trackLinks,
  trackOpens,
}: Pick<Campaign, 'type' | 'trackLinks' | 'trackOpens'>): DayFigure[] {
  const isMail = type === 'email'
  return [
    { name: 'sent', words: 'sent in these days' },
    { name: 'delivered', words: 'delivered in these days', good: 'up' },
    { name: 'failed', words: 'failed in these days', good: 'down' },
    { name: 'replied', words: 'answered in these days', good: 'up' },
    ...(trackLinks ? [{ name: 'clicked', words: 'clicked in these days', good: 'up' } as const] : []),
    ...(isMail && trackOpens ? [{ name: 'opened', words: 'opened in these days', good: 'up' } as const] : []),
    { name: 'booked', words: 'booked in these days', good: 'up' },
    { name: 'optedOut', words: `${isMail ? 'unsubscribed' : 'opted out'} in these days`, good: 'down' },
  ]
}

/** The filters of the recipients, as the address has them. */
export interface RecipientFilter {
  readonly state?: SendState
  readonly reason?: SkipReason
  readonly event?: RecipientEvent
  readonly failureReason?: string
  readonly search?: string
}
export const filterNames = ['state', 'reason', 'event', 'failureReason', 'search'] as const

/** An unknown value in the address filters nothing. */
export function filterOf(values: Readonly<Record<(typeof filterNames)[number], string>>): RecipientFilter {
  const state = sendStates.find((one) => one === values.state)
  const reason = skipReasons.find((one) => one === values.reason)
  const event = recipientEvents.find((one) => one === values.event)
  const { failureReason } = values
  const search = values.search.trim().slice(0, 100)
  return {
    ...(state && { state }),
    ...(reason && { reason }),
    ...(event && { event }),
    ...(failureReason !== '' && failureReason.length <= FAILURE_REASON_MAX && { failureReason }),
    ...(search !== '' && { search }),
  }
}

export const addressOf = (filter: RecipientFilter): string => `?${new URLSearchParams({ ...filter })}`

const CHART_DAYS_MAX = 30

/** The days of the chart: from the first text to its end or to today, 30 at most; null before it began. */
export function daysOf(
  { startedAt, finishedAt }: Pick<Campaign, 'startedAt' | 'finishedAt'>,
  now: Date,
  timezone: string,
): { readonly startDate: string; readonly endDate: string } | null {
  if (startedAt === null) return null
  const startDate = dayIn(new Date(startedAt), timezone)
  const today = dayIn(now, timezone)
  // Answers come for some days after the last text.
  const last = finishedAt === null ? today : dayAfter(dayIn(new Date(finishedAt), timezone), 6)
  const wished = last < today ? last : today
  const endDate = wished < startDate ? startDate : wished
  const isLong = daysBetween(startDate, endDate) >= CHART_DAYS_MAX
  return { startDate, endDate: isLong ? dayAfter(startDate, CHART_DAYS_MAX - 1) : endDate }
}
