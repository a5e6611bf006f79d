/** New, changed and copied campaigns, as the calls ask for them. */
import { isDeepStrictEqual } from 'node:util'
import type { addCampaign, saveCampaign } from '@foyer/contracts/campaign/campaign-calls.ts'
import { CAMPAIGN_NAME_MAX } from '@foyer/contracts/campaign/limits.rules.ts'
import { isChangeable, isEditable } from '@foyer/contracts/campaign/states.rules.ts'
import { audienceOf, firstStep, NO_SUBJECT, stepIssues, stepsOf } from '@foyer/contracts/campaign/steps.rules.ts'
import type { z } from 'zod'
import { notValid } from '../../../http/refusal.ts'
import type { StoredStep } from '../campaign.tables.ts'
import { type CampaignState, NO_FIGURES } from './campaign-state.rules.ts'

export type AskedCampaign = z.output<(typeof addCampaign)['body']>
export type AskedChange = Omit<z.output<(typeof saveCampaign)['body']>, 'organizationId' | 'revision' | 'status'>

/** The staff member of a revision, and its time; a run of a template has none. */
export interface Saver {
  readonly userId: string | null
  readonly name: string | null
  readonly at: Date
}

interface Defaults {
  readonly id: string
  readonly timezone: string
  readonly failurePercent: number
}

export function newCampaign(asked: AskedCampaign, by: Saver, defaults: Defaults): CampaignState {
  const { organizationId, name, type, purpose, clock, perHour, fallbacks, trackLinks, trackOpens } = asked
  const { scheduledAt = null, timezone = defaults.timezone, failurePercent = defaults.failurePercent } = asked
  return {
    ...draftBy(by),
    ...{ _id: defaults.id, organizationId, name, type, purpose, clock, perHour, fallbacks, trackLinks, trackOpens },
    ...{ timezone, failurePercent, kind: 'once', templateId: null, period: null },
    audience: audienceOf(asked) ?? null,
    steps: stepsOf(asked) ?? [firstStep({})],
    scheduledAt: instantOf(scheduledAt),
  }
}

/** A draft with the words and the audience of another campaign, for a time that is still to be chosen. */
export function copyOf(campaign: CampaignState, by: Saver, id: string): CampaignState {
  return {
    ...campaign,
    ...draftBy(by),
    ...{ _id: id, name: nameOfCopy(campaign.name), kind: 'once', templateId: null, period: null, scheduledAt: null },
  }
}

const COPY = ' (copy)'

/** A character of two units is never cut in half: half of one can't be stored. */
function nameOfCopy(name: string): string {
  const kept = name.slice(0, CAMPAIGN_NAME_MAX - COPY.length).replace(/[\uD800-\uDBFF]$/, '')
  return `${kept.trimEnd()}${COPY}`
}

/** Everything of a draft that was just saved and never launched. */
export function draftBy({ userId, name, at }: Saver) {
  return {
    ...({ status: 'draft', preparing: false, preparedTo: null, prepared: 0, pauseReason: null } as const),
    ...{ pausedBy: null, pausedByName: null, stoppedBy: null, stoppedByName: null, revision: 1 },
    ...{ savedBy: userId, savedByName: name, savedAt: at, createdBy: userId, createdByName: name, createdAt: at },
    ...{ startedAt: null, finishedAt: null, deletedAt: null, etaAt: null, failuresSince: null, nextSlotAt: null },
    ...{ figures: NO_FIGURES, version: 0 },
  }
}

/** The campaign with the given fields, in its next revision; the same one if they change nothing. */
export function changedCampaign(before: CampaignState, asked: AskedChange, by: Saver): CampaignState {
  const { content, subject, steps, audience, patientIds, importId, scheduledAt, ...plain } = asked
  const named = audienceOf({ audience, patientIds, importId })
  const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
  const type = asked.type ?? before.type
  const changed: CampaignState = {
    ...before,
    ...given,
    ...(named !== undefined && { audience: named }),
    // An instant is compared by its time, whatever offset it is written with.
    ...(scheduledAt !== undefined && { scheduledAt: instantOf(scheduledAt) }),
    steps: steps ?? withWords(ofType(type, before.steps), { content, subject }),
    // The next text of an hour at the former pace may be far off.
    nextSlotAt: asked.perHour === undefined || asked.perHour === before.perHour ? before.nextSlotAt : null,
  }
  // The call has checked them as far as it names the type.
  if (type === 'SMS' && subject) throw notValid('subject', NO_SUBJECT)
  for (const { path, message } of stepIssues(type, changed.steps)) throw notValid(['steps', ...path].join('.'), message)
  if (isDeepStrictEqual(changed, before)) return before
  const { userId: savedBy, name: savedByName, at: savedAt } = by
  return { ...changed, revision: before.revision + 1, savedBy, savedByName, savedAt }
}

interface Words {
  readonly content: string | undefined
  readonly subject: string | null | undefined
}

/** Each of content and subject that is given replaces that of step 1. */
function withWords(steps: readonly StoredStep[], { content, subject }: Words): readonly StoredStep[] {
  const [first = firstStep({}), ...others] = steps
  const words = {
    ...(content !== undefined && { content }),
    ...(subject !== undefined && { subject: subject || null }),
  }
  return [{ ...first, ...words, unless: [...first.unless] }, ...others]
}

/** The subjects of an email go with it when it becomes an SMS. */
function ofType(type: CampaignState['type'], steps: readonly StoredStep[]): readonly StoredStep[] {
  return type === 'SMS' ? steps.map((step) => ({ ...step, subject: null })) : steps
}

/** A save writes these by itself. */
const OF_SAVE: ReadonlySet<string> = new Set(['nextSlotAt', 'revision', 'savedBy', 'savedByName', 'savedAt'])

/** Whether staff may save the change in the status of the campaign; of the steps of a paused one only the words. */
export function isAllowed(before: CampaignState, after: CampaignState): boolean {
  const { status } = before
  if (!isEditable(status)) return false
  const changed = (Object.keys(after) as (keyof CampaignState)[]).filter(
    (field) => !isDeepStrictEqual(after[field], before[field]),
  )
  const isInList = changed.every((field) => OF_SAVE.has(field) || isChangeable(status, field))
  return isInList && (status !== 'paused' || isSameSequence(before.steps, after.steps))
}

function isSameSequence(before: readonly StoredStep[], after: readonly StoredStep[]): boolean {
  const unworded = (steps: readonly StoredStep[]) => steps.map((step) => ({ ...step, subject: null, content: '' }))
  return isDeepStrictEqual(unworded(before), unworded(after))
}

function instantOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
