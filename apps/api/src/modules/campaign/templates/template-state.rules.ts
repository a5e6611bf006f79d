/** A template as it is stored, and as calls and events carry it. */
import { isDeepStrictEqual } from 'node:util'
import { MISSED_MAX } from '@foyer/contracts/campaign/limits.rules.ts'
import { NO_SUBJECT } from '@foyer/contracts/campaign/steps.rules.ts'
import type { NotifierTemplate } from '@foyer/contracts/campaign/template.ts'
import type { addNotifierTemplate, saveNotifierTemplate } from '@foyer/contracts/campaign/template-calls.ts'
import type { z } from 'zod'
import { notValid } from '../../../http/refusal.ts'
import type { Judged } from '../campaigns/campaign-problems.ts'
import { nextRunOf } from './runs.rules.ts'

type Instants = 'nextRunAt' | 'lastRunAt'

export interface TemplateState extends Omit<NotifierTemplate, Instants | 'frequency' | 'deleted'> {
  readonly frequencyDays: number
  readonly nextRunAt: Date | null
  readonly lastRunAt: Date | null
  readonly createdAt: Date
}

export function templateOf(state: TemplateState, deleted = false): NotifierTemplate {
  const { frequencyDays, nextRunAt, lastRunAt, createdAt: _, ...shown } = state
  return {
    ...{ ...shown, missed: [...shown.missed], deleted, frequency: { value: frequencyDays, unit: 'day' } },
    nextRunAt: nextRunAt?.toISOString() ?? null,
    lastRunAt: lastRunAt?.toISOString() ?? null,
  }
}

type AskedTemplate = z.output<(typeof addNotifierTemplate)['body']>
type AskedChange = Omit<z.output<(typeof saveNotifierTemplate)['body']>, 'organizationId' | 'version'>

interface Moment {
  readonly now: Date
  /** The zone of the organization. */
  readonly timezone: string
}

export function newTemplate({ frequency, ...asked }: AskedTemplate, _id: string, moment: Moment): TemplateState {
  const state = {
    ...{ ...asked, _id, subject: asked.subject || null, frequencyDays: frequency.value, createdAt: moment.now },
    ...{ nextRunAt: null, lastRunAt: null, lastCampaignId: null, missed: [], version: 0 },
  }
  return { ...state, nextRunAt: nextRunOf(state, moment) }
}

/** The template with the given fields. The runs that it missed are read by then. */
export function changedTemplate(before: TemplateState, { frequency, ...asked }: AskedChange, moment: Moment) {
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
  const type = asked.type ?? before.type
  if (type === 'SMS' && asked.subject) throw notValid('subject', NO_SUBJECT)
  const changed: TemplateState = { ...before, ...given, frequencyDays: frequency.value, missed: [] }
  const subject = type === 'SMS' ? null : changed.subject || null
  const after = { ...changed, subject }
  return { ...after, nextRunAt: nextRunOf(after, moment) }
}

const OF_RUN: readonly (keyof TemplateState)[] = [
  'active',
  'name',
  'type',
  'purpose',
  'subject',
  'content',
  'audience',
  'timeOfDay',
  'startsOn',
]

/** A run that was launched ahead is no longer the one that the template describes. */
export function changesRun(before: TemplateState, after: TemplateState): boolean {
  return OF_RUN.some((field) => !isDeepStrictEqual(before[field], after[field]))
}

type Missed = NotifierTemplate['missed'][number]

/** The template with runs that did not go out, newest first. */
export function withMissed(template: TemplateState, runs: readonly Missed[]): TemplateState {
  return { ...template, missed: [...runs, ...template.missed].slice(0, MISSED_MAX) }
}

export function missOf(at: Date, reason: Missed['reason'], campaignId: string | null = null): Missed {
  return { at: at.toISOString(), reason, campaignId }
}

/** The parts that are judged before a template is active, and before each run. */
export function judgedOf({ type, purpose, subject, content, audience }: TemplateState): Judged {
  return { type, purpose, audience, steps: [{ position: 1, subject, content }], fallbacks: {}, trackLinks: true }
}
