/** The form for reminders, replies and invitations, and its checks by the rules of the call. */
import { reminderCollisions } from '@foyer/contracts/appointments/reminder-guard.rules.ts'
import { invitationFields, REMINDER_MAX, unknownFields } from '@foyer/contracts/appointments/reminder-words.rules.ts'
import type { CadenceStep, VisitSettings } from '@foyer/contracts/appointments/visit-setting.ts'
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import { firstProblem } from '@foyer/contracts/outreach/reply-words.rules.ts'
import { isTimeOfDay, WRONG_TIME } from '@foyer/contracts/time/time-of-day.rules.ts'

export type Unit = CadenceStep['before']['unit']
export type Channel = CadenceStep['channel']

export interface TypedStep {
  _id: string
  n: string
  unit: Unit
  /** Steps of hours and minutes keep a time that is not sent, for the case that they become steps of days. */
  at: string
  channel: Channel
  text: string
  alsoConfirmed: boolean
}

export interface TypedCadence {
  _id: string
  /** It is for every kind of visit that has no reminders of its own; `appointmentType` is empty then. */
  isAny: boolean
  appointmentType: string
  enabled: boolean
  steps: TypedStep[]
}

export interface TypedVisits {
  reminders: TypedCadence[]
  replies: { read: boolean; answers: boolean; thanks: string }
  noShow: { enabled: boolean; at: string; text: string }
  invitation: { text: string }
}

export const CADENCES_MAX = 30
export const STEPS_MAX = 6
const TYPE_MAX = 80
const BEFORE_MAX = 365
const USUAL_TIME = '09:00'

type Wrong = Record<string, string>

export function typedOf({ reminders, replies, noShow, invitation }: VisitSettings): TypedVisits {
  return {
    reminders: reminders.map(({ appointmentType, steps, ...cadence }) => ({
      ...cadence,
      isAny: appointmentType === null,
      appointmentType: appointmentType ?? '',
      steps: steps.map(({ before, at, ...step }) => ({
        ...step,
        n: `${before.n}`,
        unit: before.unit,
        at: at ?? USUAL_TIME,
      })),
    })),
    replies: { read: replies.read, answers: replies.thanks !== null, thanks: replies.thanks ?? '' },
    noShow,
    invitation,
  }
}

/** The settings as the calls take them; the form must have no errors. */
export function settingsOf({ reminders, replies, noShow, invitation }: TypedVisits): VisitSettings {
  return {
    reminders: reminders.map(({ _id, isAny, appointmentType, enabled, steps }) => ({
      ...{ _id, enabled, appointmentType: isAny ? null : appointmentType.trim() },
      steps: steps.map(({ n, unit, at, text, ...step }) => ({
        ...step,
        before: { n: Number(n), unit },
        at: unit === 'day' ? at : null,
        text: text.trim(),
      })),
    })),
    replies: { read: replies.read, thanks: replies.answers ? replies.thanks.trim() : null },
    noShow: { ...noShow, text: noShow.text.trim() },
    invitation: { text: invitation.text.trim() },
  }
}

/** The errors by the path of their field. */
export function visitErrors({ reminders, replies, noShow, invitation }: TypedVisits): Wrong {
  const cadences = reminders.map((cadence, place) => cadenceErrors(`reminders.${place}`, cadence, reminders))
  return {
    ...Object.assign({}, ...cadences),
    ...(replies.answers ? textError('replies.thanks', replies.thanks) : {}),
    ...timeError('noShow.at', noShow.at),
    ...textError('noShow.text', noShow.text),
    ...textError('invitation.text', invitation.text, invitationFields),
  }
}

function cadenceErrors(path: string, { _id, isAny, appointmentType, steps }: TypedCadence, all: TypedCadence[]): Wrong {
  const type = appointmentType.trim()
  const isTwice = all.some((other) => other._id !== _id && !other.isAny && other.appointmentType.trim() === type)
  const wrong: Wrong = {}
  if (!isAny && isBlank(type)) wrong[`${path}.appointmentType`] = 'Enter the kind of visit'
  else if (type.length > TYPE_MAX) wrong[`${path}.appointmentType`] = `At most ${TYPE_MAX} characters`
  else if (!isAny && isTwice) wrong[`${path}.appointmentType`] = 'This kind of visit has reminders already'
  return Object.assign(wrong, ...steps.map((step, place) => stepErrors(`${path}.steps.${place}`, step)))
}

function stepErrors(path: string, { n, unit, at, text }: TypedStep): Wrong {
  const count = /^\d{1,3}$/.test(n.trim()) ? Number(n) : 0
  return {
    ...(count < 1 || count > BEFORE_MAX ? { [`${path}.n`]: `A whole number from 1 to ${BEFORE_MAX}` } : {}),
    ...(unit === 'day' ? timeError(`${path}.at`, at) : {}),
    ...textError(`${path}.text`, text),
  }
}

function timeError(path: string, time: string): Wrong {
  return isTimeOfDay(time) ? {} : { [path]: WRONG_TIME }
}

function textError(path: string, text: string, fields?: readonly string[]): Wrong {
  if (isBlank(text)) return { [path]: 'Write what the patient reads' }
  const { length } = text.trim()
  if (length > REMINDER_MAX) return { [path]: `${length} characters are too many: ${REMINDER_MAX} at most` }
  const collision = firstProblem(reminderCollisions(text))
  if (collision !== undefined) return { [path]: collision.message }
  const [unknown] = unknownFields(text, fields)
  return unknown === undefined ? {} : { [path]: `{{${unknown}}} is not a field of this text` }
}

const FIRST_STEP =
  'Hello {{firstName}}, this is {{clinic}}. Your visit is on {{weekday}}, {{appointmentDate}} at {{appointmentTime}}.'

/** A step that follows these: a day before, then hours before. */
export function nextStep(steps: readonly TypedStep[], _id: string): TypedStep {
  const hasDay = steps.some(({ unit, n }) => unit === 'day' && n.trim() === '1')
  const text = steps.at(-1)?.text ?? FIRST_STEP
  const usual = { _id, channel: 'auto', text, alsoConfirmed: false } as const
  return hasDay ? { ...usual, n: '3', unit: 'hour', at: USUAL_TIME } : { ...usual, n: '1', unit: 'day', at: USUAL_TIME }
}

/** Reminders for a kind of visit begin with the steps of the other kinds, which are usually alike. */
export function newCadence(all: readonly TypedCadence[], { isAny, newId }: { isAny: boolean; newId: () => string }) {
  const like = all.find((cadence) => cadence.isAny) ?? all[0]
  const steps = like?.steps.map((step) => ({ ...step, _id: newId() })) ?? [nextStep([], newId())]
  return { _id: newId(), isAny, appointmentType: '', enabled: false, steps } satisfies TypedCadence
}

/** The path of a text that patients get. */
export type TextPath = `reminders.${number}.steps.${number}.text` | 'replies.thanks' | 'noShow.text' | 'invitation.text'

export interface WrittenText {
  readonly text: string
  /** The kind of visit that it is for; empty for any. */
  readonly visitType: string
  readonly channel: Channel
  /** A reminder says how to reply, unless it does already. */
  readonly asks: boolean
  /** The step that sends it; null if something else does. */
  readonly step: TypedStep | null
}

/** What is written at a path; null if its step is gone. */
export function writtenAt(path: TextPath, typed: TypedVisits): WrittenText | null {
  const other = (text: string) => ({ text, visitType: '', channel: 'auto', asks: false, step: null }) as const
  if (path === 'replies.thanks') return typed.replies.answers ? other(typed.replies.thanks) : null
  if (path === 'noShow.text') return other(typed.noShow.text)
  if (path === 'invitation.text') return other(typed.invitation.text)
  const [, cadencePlace, , stepPlace] = path.split('.')
  const cadence = typed.reminders[Number(cadencePlace)]
  const step = cadence?.steps[Number(stepPlace)]
  if (cadence === undefined || step === undefined) return null
  return { text: step.text, visitType: cadence.appointmentType, channel: step.channel, asks: true, step }
}
