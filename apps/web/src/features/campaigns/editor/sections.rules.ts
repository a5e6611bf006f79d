/** The sections of the editor where they are folded: what each says while it is closed, and which one has a problem. */
import { type CampaignProblem, PROBLEM_SENTENCES } from '@foyer/contracts/campaign/problems.rules.ts'
import { isDay } from '@foyer/contracts/time/calendar.rules.ts'
import { isTimeOfDay } from '@foyer/contracts/time/time-of-day.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { clockLabel, dayLabel } from '../../../lib/day-labels.rules.ts'
import type { Draft, DraftProblems, Here } from './draft.rules.ts'
import { paceLabel } from './schedule.rules.ts'

export type SectionName = 'audience' | 'message' | 'schedule'

const counted = (count: number, one: string, more: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${more}`

/** "All patients", "3 rules: 1,102 patients". */
export function audienceSummary({ audienceKind, rules, patients }: Draft, willGet: number | null): string {
  const chosen =
    audienceKind === 'import'
      ? 'A list from Excel'
      : audienceKind === 'patients'
        ? counted(patients.length, 'chosen patient', 'chosen patients')
        : rules.length === 0
          ? 'All patients'
          : counted(rules.length, 'rule', 'rules')
  return willGet === null ? chosen : `${chosen}: ${counted(willGet, 'patient gets it', 'patients get it')}`
}

/** "Text: Hi {{firstName}}, flu season is here." */
export function messageSummary({ type, subject, content }: Draft): string {
  const words = (type === 'email' && subject.trim()) || content.trim()
  return `${type === 'SMS' ? 'Text' : 'Email'}: ${words || 'no words yet'}`
}

/** "Wed, Nov 25, 10:30 AM, 200 an hour" */
export function scheduleSummary({ later, date, time, perHour }: Draft, { now, timezone }: Here): string {
  const pace = perHour === null ? 'as fast as the number can' : paceLabel(perHour)
  if (!later) return `Now, ${pace}`
  const day = isDay(date) ? dayLabel(date, dayIn(now, timezone)) : date
  return `${day}, ${isTimeOfDay(time) ? clockLabel(time) : time}, ${pace}`
}

const OF_WORDS: ReadonlySet<CampaignProblem['code']> = new Set([
  ...(['empty', 'too_long', 'unknown_field', 'bad_link', 'collides', 'no_sender'] as const),
])

interface Found {
  readonly missing: DraftProblems
  readonly problems: readonly Pick<CampaignProblem, 'code' | 'level'>[]
  /** The sentence of a refused launch. */
  readonly refusal: string | undefined
}

/** The sections in which something keeps the campaign from its launch. */
export function wrongSections({ missing, problems, refusal }: Found): ReadonlySet<SectionName> {
  const fields = Object.keys(missing)
  const codes = problems.flatMap(({ code, level }) => (level === 'problem' ? [code] : []))
  const { no_audience, nobody, past } = PROBLEM_SENTENCES
  const isAudience =
    fields.some((field) => field === 'audience' || field.startsWith('rules.')) ||
    refusal === no_audience ||
    refusal === nobody
  const isSchedule = ['date', 'time', 'later'].some((field) => fields.includes(field)) || refusal === past
  const isMessage =
    fields.includes('subject') ||
    codes.some((code) => OF_WORDS.has(code)) ||
    (refusal !== undefined && ![no_audience, nobody, past].some((own) => own === refusal))
  return new Set([
    ...(isAudience ? (['audience'] as const) : []),
    ...(isMessage ? (['message'] as const) : []),
    ...(isSchedule ? (['schedule'] as const) : []),
  ])
}
