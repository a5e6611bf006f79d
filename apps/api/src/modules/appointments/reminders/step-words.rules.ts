/** The words of a reminder that is not sent by its own step: by hand, or by e-mail instead of a text. */
import { namesField } from '@foyer/contracts/appointments/reminder-words.rules.ts'
import { type VisitSettings, visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { cadenceOf, NO_SHOW } from './cadence.rules.ts'

interface Wanted {
  readonly type: 'reminder' | 'noShow' | 'invitation'
  /** The kind of the visit. */
  readonly visitType: string
  readonly step: string
}

/** Those of the step, if it still is in the setting; otherwise those of the first step for the kind of visit. */
export function wordsOf({ type, visitType, step }: Wanted, settings: VisitSettings): string {
  if (type === NO_SHOW) return settings.noShow.text
  if (type === 'invitation') return settings.invitation.text
  const steps = settings.reminders.flatMap((cadence) => cadence.steps)
  const own = steps.find(({ _id }) => _id === step)
  return (own ?? cadenceOf(visitType, settings)?.steps[0] ?? DEFAULT)?.text ?? ''
}

const DAY = 'on {{weekday}}, {{appointmentDate}}'
const TODAY = /\btoday\b/gi

/** The words of a follow-up as they are true now: about an earlier day "today" is that day, and a text without a day ends with it. */
export function wordsAbout(
  text: string,
  { type, startsAt }: { readonly type: Wanted['type']; readonly startsAt: Date | null },
  { now, timezone }: { readonly now: Date; readonly timezone: string },
): string {
  if (type !== NO_SHOW || startsAt === null || dayIn(startsAt, timezone) === dayIn(now, timezone)) return text
  const named = text.replace(TODAY, (word) => (word.startsWith('T') ? `O${DAY.slice(1)}` : DAY))
  return namesField(named, ['weekday', 'appointmentDate']) ? named : `${named.trimEnd()} Your visit was ${DAY}.`
}

/** Whether an e-mail may go instead of the step's text. */
export function mayBeMailed({ type, step }: Wanted, settings: VisitSettings): boolean {
  if (type !== 'reminder') return true
  const own = settings.reminders.flatMap((cadence) => cadence.steps).find(({ _id }) => _id === step)
  return own === undefined || own.channel !== 'sms'
}

const DEFAULT = visitSetting.default.reminders[0]?.steps[0]

/** The step of a reminder that staff sent. */
export function byHand(id: string): string {
  return `manual:${id}`
}

/** Whether the cadence sends the step, so that it can be judged again. */
export function isScheduled({ type, step }: Pick<Wanted, 'type' | 'step'>): boolean {
  return type !== 'invitation' && !step.startsWith('manual:')
}

/** An invitation is about no visit yet; its words have no field of one. */
export function noVisit(now: Date) {
  return { doctorName: '', location: '', startsAt: now }
}
