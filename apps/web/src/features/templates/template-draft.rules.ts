/** A template while it is written. */
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import type { Purpose } from '@foyer/contracts/campaign/campaign.ts'
import { CAMPAIGN_NAME_MAX, FREQUENCY_MAX, TIME_OF_RUNS } from '@foyer/contracts/campaign/limits.rules.ts'
import type { CampaignType } from '@foyer/contracts/campaign/steps.rules.ts'
import type { NotifierTemplate } from '@foyer/contracts/campaign/template.ts'
import { DEFAULT_PERIOD } from '@foyer/contracts/defaults.ts'
import type { Fallbacks } from '@foyer/contracts/outreach/field-values.rules.ts'
import { fieldOf } from '@foyer/contracts/outreach/fields.rules.ts'
import { placeholdersIn } from '@foyer/contracts/outreach/placeholders.rules.ts'
import { isDay } from '@foyer/contracts/time/calendar.rules.ts'
import { isTimeOfDay, WRONG_TIME } from '@foyer/contracts/time/time-of-day.rules.ts'
import {
  type AudienceDraft,
  audienceOfDraft,
  audienceProblems,
  typedAudience,
} from '../../parts/campaigns/audience/audience-draft.rules.ts'

export interface TemplateDraft extends AudienceDraft {
  readonly name: string
  /** A whole number as text, as fields have it. */
  readonly days: string
  readonly type: CampaignType
  readonly purpose: Purpose
  readonly subject: string
  readonly content: string
  /** They go into the placeholders when the template is saved. */
  readonly fallbacks: Fallbacks
  readonly timeOfDay: string
  /** Empty: the day after it was activated. */
  readonly startsOn: string
  readonly active: boolean
}

export const newTemplate: TemplateDraft = {
  ...{ name: '', days: String(DEFAULT_PERIOD.value), type: 'SMS', purpose: 'care', subject: '', content: '' },
  ...{ fallbacks: {}, audienceKind: 'nobody', rules: [], patients: [], importId: '' },
  ...{ timeOfDay: TIME_OF_RUNS, startsOn: '', active: false },
}

export function draftOf(template: NotifierTemplate): TemplateDraft {
  const { name, frequency, type, purpose, subject, content, audience, timeOfDay, startsOn, active } = template
  return {
    ...{ ...newTemplate, name, type, purpose, content, timeOfDay, active },
    ...{ days: String(frequency.value), subject: subject ?? '', startsOn: startsOn ?? '' },
    ...typedAudience(audience, keysInOrder()),
  }
}

/** The same template has the same keys of rules each time. */
function keysInOrder(): () => string {
  let made = 0
  return () => {
    made += 1
    return `stored ${made}`
  }
}

/** The keys of rules are no part of a template. */
const comparable = (draft: TemplateDraft): string =>
  JSON.stringify([bodyOf(draft), draft.audienceKind, draft.rules.map(({ key: _, ...rule }) => rule)])

export const isSameDraft = (one: TemplateDraft, other: TemplateDraft): boolean => comparable(one) === comparable(other)

/** By field; a rule's field is `rules.` and its key. */
export type TemplateErrors = Readonly<Record<string, string | undefined>>

export function draftErrors(draft: TemplateDraft): TemplateErrors {
  const { name, days, timeOfDay, startsOn } = draft
  const typed = days.trim()
  const isPeriod = /^\d{1,3}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= FREQUENCY_MAX
  return {
    name: isBlank(name)
      ? 'Enter a name.'
      : name.trim().length > CAMPAIGN_NAME_MAX
        ? `At most ${CAMPAIGN_NAME_MAX} characters.`
        : undefined,
    days: isPeriod ? undefined : `Enter a number of days from 1 to ${FREQUENCY_MAX}.`,
    timeOfDay: isTimeOfDay(timeOfDay) ? undefined : WRONG_TIME,
    startsOn: startsOn === '' || isDay(startsOn) ? undefined : 'Enter a day.',
    audience: missingAudience(draft),
    ...audienceProblems(draft),
  }
}

function missingAudience({ audienceKind, patients, importId }: AudienceDraft): string | undefined {
  if (audienceKind === 'patients' && patients.length === 0) return 'Choose a patient.'
  return audienceKind === 'import' && importId === '' ? 'Choose an import.' : undefined
}

/** The fields of the call. A text has no subject. */
export function bodyOf(draft: TemplateDraft) {
  const { name, days, type, purpose, subject, content, fallbacks, timeOfDay, startsOn, active } = draft
  return {
    ...{ name: name.trim(), frequency: { value: Number(days), unit: 'day' as const }, type, purpose },
    subject: type === 'email' ? subject.trim() : null,
    content: withFallbacks(content, fallbacks),
    ...{ audience: audienceOfDraft(draft), timeOfDay, startsOn: startsOn === '' ? null : startsOn, active },
  }
}

/** `{{firstName}}` with the words "there" becomes `{{firstName|there}}`; words in a placeholder stay. */
export function withFallbacks(content: string, fallbacks: Fallbacks): string {
  return placeholdersIn(content).reduceRight((text, { name, fallback, from, to }) => {
    const words = fallbacks[fieldOf(name) ?? '']?.replace(/[{}|]/g, '').trim() ?? ''
    return fallback !== null || words === '' ? text : `${text.slice(0, from)}{{${name}|${words}}}${text.slice(to)}`
  }, content)
}
