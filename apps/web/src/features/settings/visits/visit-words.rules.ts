/** The settings of visits in words, for those who read them and for what somebody else has changed. */
import type { Cadence, CadenceStep, VisitSettings } from '@foyer/contracts/appointments/visit-setting.ts'
import type { ChangedPart } from '../../../parts/form/conflict-notice.tsx'
import type { Channel, Unit } from './visits.rules.ts'

export const CHANNELS: readonly { value: Channel; label: string }[] = [
  { value: 'auto', label: 'Text, otherwise email' },
  { value: 'sms', label: 'Text only' },
  { value: 'email', label: 'Email only' },
]

export const UNITS: readonly { value: Unit; label: string }[] = [
  { value: 'day', label: 'days before' },
  { value: 'hour', label: 'hours before' },
  { value: 'minute', label: 'minutes before' },
]

/** "2 days before, at 09:00", "1 hour before" */
function beforeWords({ before: { n, unit }, at }: Pick<CadenceStep, 'before' | 'at'>): string {
  return `${n} ${unit}${n === 1 ? '' : 's'} before${at === null ? '' : `, at ${at}`}`
}

/** "2 days before, at 09:00. Text, otherwise email. Also when confirmed" */
export function stepWords(step: CadenceStep): string {
  const channel = CHANNELS.find(({ value }) => value === step.channel)?.label
  return [beforeWords(step), channel, step.alsoConfirmed ? 'Also when confirmed' : null].filter(Boolean).join('. ')
}

const ANY_KIND = 'Every other kind of visit'

/** "Every kind of visit" where no kind has reminders of its own. */
export function kindWords(appointmentType: string | null, isAlone: boolean): string {
  if (appointmentType !== null) return appointmentType
  return isAlone ? 'Every kind of visit' : ANY_KIND
}

export function repliesWords({ read, thanks }: VisitSettings['replies']): string {
  const reads = read
    ? 'A clear yes confirms the visit automatically.'
    : 'Staff read each reply and confirm the visit themselves.'
  return `${reads} ${thanks === null ? 'A confirmation is not answered.' : `A confirmation is answered: ${thanks}`}`
}

export function noShowWords({ enabled, at, text }: VisitSettings['noShow']): string {
  return enabled ? `Sent at ${at} that day: ${text}` : 'Off: nothing is sent after a missed visit.'
}

/** The parts that differ between two states of the settings, with the words of the later one. */
export function changedParts(before: VisitSettings, now: VisitSettings): ChangedPart[] {
  const earlier = new Map(partsOf(before).map(({ title, now: words }) => [title, words]))
  const later = partsOf(now)
  const gone = [...earlier.keys()].filter((title) => later.every((part) => part.title !== title))
  return [
    ...later.filter((part) => earlier.get(part.title) !== part.now),
    ...gone.map((title) => ({ title, now: 'Removed' })),
  ]
}

function partsOf({ reminders, replies, noShow, invitation }: VisitSettings): ChangedPart[] {
  return [
    ...reminders.map((cadence) => ({
      title: `Reminders, ${kindWords(cadence.appointmentType, false)}`,
      now: cadenceWords(cadence),
    })),
    { title: 'Replies', now: repliesWords(replies) },
    { title: 'After a missed visit', now: noShowWords(noShow) },
    { title: 'Invitation', now: invitation.text },
  ]
}

function cadenceWords({ enabled, steps }: Cadence): string {
  return [enabled ? 'On' : 'Off', ...steps.map((step) => `${stepWords(step)}: ${step.text}`)].join('. ')
}
