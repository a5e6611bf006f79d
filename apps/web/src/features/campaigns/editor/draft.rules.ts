/** A campaign as the editor has it, what is wrong with it, and the bodies of the calls that count and keep it. */
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import type { BodyOf } from '@foyer/contracts/call.ts'
import type { Calls } from '@foyer/contracts/calls.ts'
import type { Campaign, Purpose } from '@foyer/contracts/campaign/campaign.ts'
import {
  CAMPAIGN_NAME_MAX,
  isSchedulable,
  PER_HOUR_DEFAULT,
  WRONG_SCHEDULE,
} from '@foyer/contracts/campaign/limits.rules.ts'
import { isChangeable } from '@foyer/contracts/campaign/states.rules.ts'
import type { CampaignType } from '@foyer/contracts/campaign/steps.rules.ts'
import { MAIL_SUBJECT_MAX } from '@foyer/contracts/defaults.ts'
import type { Fallbacks } from '@foyer/contracts/outreach/field-values.rules.ts'
import { dayAfter, isDay } from '@foyer/contracts/time/calendar.rules.ts'
import { isTimeOfDay, WRONG_TIME } from '@foyer/contracts/time/time-of-day.rules.ts'
import { dayIn, instantAt, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import {
  type AudienceDraft,
  type AudienceKind,
  audienceOfDraft,
  audienceProblems,
  typedAudience,
} from '../../../parts/campaigns/audience/audience-draft.rules.ts'

export interface Draft extends AudienceDraft {
  readonly name: string
  readonly type: CampaignType
  readonly purpose: Purpose
  readonly audienceKind: AudienceKind
  readonly subject: string
  readonly content: string
  readonly fallbacks: Fallbacks
  readonly later: boolean
  /** YYYY-MM-DD, as typed. */
  readonly date: string
  /** HH:MM, as typed. */
  readonly time: string
  readonly clock: Campaign['clock']
  /** Null: as fast as the number can. */
  readonly perHour: number | null
}

/** The clinic's clock. */
export interface Here {
  readonly now: Date
  readonly timezone: string
}

const FIRST_TIME = '10:30'

export function newDraft({ now, timezone }: Here): Draft {
  return {
    ...{ name: '', type: 'SMS', purpose: 'care', audienceKind: 'filters', rules: [], patients: [], importId: '' },
    ...{ subject: '', content: '', fallbacks: {}, later: true, date: dayAfter(dayIn(now, timezone)), time: FIRST_TIME },
    ...{ clock: 'patient', perHour: PER_HOUR_DEFAULT },
  }
}

export function draftOf(campaign: Campaign, here: Here, newKey: () => string): Draft {
  const { name, type, purpose, audience, steps, fallbacks, scheduledAt, clock, perHour, timezone } = campaign
  const [step] = steps
  const wall = scheduledAt === null ? null : wallTime(new Date(scheduledAt), timezone)
  const empty = newDraft(here)
  return {
    ...{ ...empty, name, type, purpose, fallbacks, clock, perHour },
    ...{ subject: step?.subject ?? '', content: step?.content ?? '', later: wall !== null },
    ...(wall && { date: wall.day, time: wall.time }),
    ...typedAudience(audience, newKey),
  }
}

/** Null for now, and for a day or a time that is none. */
export function scheduleOf({ later, date, time }: Draft, timezone: string): Date | null {
  return later && isDay(date) && isTimeOfDay(time) ? instantAt({ day: date, time }, timezone) : null
}

export type DraftProblems = Readonly<Record<string, string>>

/**
 * The errors that keep a draft from being saved, by field; a rule's field is `rules.` and its key. Fields that no longer change are
 * not wrong: the time of a paused campaign has passed.
 */
export function draftProblems(
  draft: Draft,
  { now, timezone }: Here,
  status: Campaign['status'] = 'draft',
): DraftProblems {
  const { name, subject, later, date, time } = draft
  const isWhole = isChangeable(status, 'audience')
  const at = scheduleOf(draft, timezone)
  const found: Record<string, string | undefined> = {
    name: isBlank(name) ? 'Name the campaign' : tooLong(name.trim(), CAMPAIGN_NAME_MAX),
    subject: draft.type === 'email' ? tooLong(subject, MAIL_SUBJECT_MAX) : undefined,
    ...(isWhole && {
      date: later && !isDay(date) ? 'Choose a day' : undefined,
      time: later && !isTimeOfDay(time) ? WRONG_TIME : undefined,
      ...audienceProblems(draft),
    }),
    later: status === 'scheduled' && !later ? 'A scheduled campaign has a time. Unschedule it first.' : undefined,
  }
  if (isWhole && at !== null && !isSchedulable(at, now)) found.date = WRONG_SCHEDULE
  return Object.fromEntries(Object.entries(found).flatMap(([field, words]) => (words ? [[field, words]] : [])))
}

const tooLong = (words: string, most: number) => (words.length > most ? `At most ${most} characters` : undefined)

export type CampaignBody = Omit<BodyOf<Calls['saveCampaign']>, 'organizationId' | 'revision' | 'status'>

/** The fields of the calls that add and change a campaign; of a paused one those that may change. */
export function bodyOf(draft: Draft, timezone: string, status: Campaign['status'] = 'draft'): CampaignBody {
  const { name, type, purpose, content, subject, fallbacks, clock, perHour } = draft
  const whole: CampaignBody = {
    ...{
      name: name.trim(),
      type,
      purpose,
      audience: audienceOfDraft(draft),
      content,
      fallbacks,
      clock,
      perHour,
      timezone,
    },
    ...{ subject: type === 'email' ? subject : null, scheduledAt: scheduleOf(draft, timezone)?.toISOString() ?? null },
  }
  // Each key of the whole body stays one of its own.
  return Object.fromEntries(Object.entries(whole).filter(([field]) => isChangeable(status, field))) as CampaignBody
}

/** The body of an addition with what the editor does not show of the campaign that the words were written for. */
export function withRest(body: CampaignBody, lost: Campaign | null): CampaignBody {
  if (lost === null) return body
  const { content = '', subject = null, ...others } = body
  const { failurePercent, trackLinks, trackOpens } = lost
  const steps = lost.steps.map(({ position, kind, wait, unless, ...words }, index) => ({
    ...{ position, kind, wait, unless },
    content: index === 0 ? content : words.content,
    subject: index === 0 ? subject : body.type === 'email' ? words.subject : null,
  }))
  return { ...others, steps, failurePercent, trackLinks, trackOpens }
}

/** Another draft of these fields gets other patients, or other texts. */
const COUNTED: readonly (keyof Draft)[] = [
  ...(['type', 'purpose', 'audienceKind', 'rules', 'patients', 'importId'] as const),
  ...(['subject', 'content', 'fallbacks'] as const),
]

export function changesCount(values: Partial<Draft>): boolean {
  return COUNTED.some((field) => field in values)
}

export type CountBody = Omit<BodyOf<Calls['campaignAudience']>, 'organizationId'>

/** The body that counts the draft; null while nobody is chosen. */
export function countBody(draft: Draft, campaignId: string | undefined): CountBody | null {
  const audience = audienceOfDraft(draft)
  if (audience === null) return null
  const { type, purpose, subject, content, fallbacks } = draft
  return {
    ...{ type, audience, purpose, content, fallbacks, subject: type === 'email' && subject !== '' ? subject : null },
    ...(campaignId !== undefined && { campaignId }),
  }
}

/** "1,102 texts", "1 email" */
export function messagesWords(count: number, type: CampaignType): string {
  const word = type === 'SMS' ? 'text' : 'email'
  return `${count.toLocaleString('en-US')} ${count === 1 ? word : `${word}s`}`
}

/** "Schedule 1,102 texts", "Send 1,102 texts now"; without a number while it is being counted. */
export function launchLabel({ type, later }: Draft, count: number | null): string {
  const what = count === null ? (type === 'SMS' ? 'texts' : 'emails') : messagesWords(count, type)
  return later ? `Schedule ${what}` : `Send ${what} now`
}

/** "Save changes to 1,102 texts"; without a number while it is being counted. */
export function changesLabel({ type }: Draft, count: number | null): string {
  return count === null ? 'Save changes' : `Save changes to ${messagesWords(count, type)}`
}
