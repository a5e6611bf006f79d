/** A template while it is written. */
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import type { Audience, Purpose } from '@foyer/contracts/campaign/campaign.ts'
import { CAMPAIGN_NAME_MAX, FREQUENCY_MAX, PATIENTS_MAX, TIME_OF_RUNS } from '@foyer/contracts/campaign/limits.rules.ts'
import type { CampaignType } from '@foyer/contracts/campaign/steps.rules.ts'
import type { NotifierTemplate } from '@foyer/contracts/campaign/template.ts'
import { DEFAULT_PERIOD } from '@foyer/contracts/defaults.ts'
import type { Fallbacks } from '@foyer/contracts/outreach/field-values.rules.ts'
import { fieldOf } from '@foyer/contracts/outreach/fields.rules.ts'
import { placeholdersIn } from '@foyer/contracts/outreach/placeholders.rules.ts'
import { isDay } from '@foyer/contracts/time/calendar.rules.ts'
import { isTimeOfDay, WRONG_TIME } from '@foyer/contracts/time/time-of-day.rules.ts'

export interface TemplateDraft {
  readonly name: string
  /** A whole number as text, as fields have it. */
  readonly days: string
  readonly type: CampaignType
  readonly purpose: Purpose
  readonly subject: string
  readonly content: string
  /** They go into the placeholders when the template is saved. */
  readonly fallbacks: Fallbacks
  readonly audience: Audience | null
  readonly timeOfDay: string
  /** Empty: the day after it was activated. */
  readonly startsOn: string
  readonly active: boolean
}

export const newTemplate: TemplateDraft = {
  ...{ name: '', days: String(DEFAULT_PERIOD.value), type: 'SMS', purpose: 'care', subject: '', content: '' },
  ...{ fallbacks: {}, audience: null, timeOfDay: TIME_OF_RUNS, startsOn: '', active: false },
}

export function draftOf(template: NotifierTemplate): TemplateDraft {
  const { name, frequency, type, purpose, subject, content, audience, timeOfDay, startsOn, active } = template
  return {
    ...{ name, type, purpose, content, audience, timeOfDay, active, fallbacks: {} },
    ...{ days: String(frequency.value), subject: subject ?? '', startsOn: startsOn ?? '' },
  }
}

export const isSameDraft = (one: TemplateDraft, other: TemplateDraft): boolean =>
  JSON.stringify(bodyOf(one)) === JSON.stringify(bodyOf(other))

export type TemplateErrors = { readonly [Name in keyof TemplateDraft]?: string | undefined }

export function draftErrors({ name, days, timeOfDay, startsOn, audience }: TemplateDraft): TemplateErrors {
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
    audience: audience?.kind === 'patients' ? patientsError(audience.patientIds.length) : undefined,
  }
}

function patientsError(count: number): string | undefined {
  if (count === 0) return 'Choose a patient.'
  return count > PATIENTS_MAX ? `At most ${PATIENTS_MAX.toLocaleString('en-US')} patients.` : undefined
}

/** The fields of the call. A text has no subject. */
export function bodyOf(draft: TemplateDraft) {
  const { name, days, type, purpose, subject, content, fallbacks, audience, timeOfDay, startsOn, active } = draft
  return {
    ...{ name: name.trim(), frequency: { value: Number(days), unit: 'day' as const }, type, purpose },
    subject: type === 'email' ? subject.trim() : null,
    content: withFallbacks(content, fallbacks),
    ...{ audience, timeOfDay, startsOn: startsOn === '' ? null : startsOn, active },
  }
}

/** `{{firstName}}` with the words "there" becomes `{{firstName|there}}`; words in a placeholder stay. */
export function withFallbacks(content: string, fallbacks: Fallbacks): string {
  return placeholdersIn(content).reduceRight((text, { name, fallback, from, to }) => {
    const words = fallbacks[fieldOf(name) ?? '']?.replace(/[{}|]/g, '').trim() ?? ''
    return fallback !== null || words === '' ? text : `${text.slice(0, from)}{{${name}|${words}}}${text.slice(to)}`
  }, content)
}

/** "All patients", "3 rules", "12 chosen patients". */
export function audienceWords(audience: Audience): string {
  if (audience.kind === 'import') return 'The patients of an import'
  if (audience.kind === 'patients')
    return audience.patientIds.length === 1 ? '1 chosen patient' : `${audience.patientIds.length} chosen patients`
  const { length } = audience.rules
  if (length === 0) return 'All patients'
  return length === 1 ? 'The patients of 1 rule' : `The patients of ${length} rules`
}
