/**
 * When the reminders of an appointment go out. The next time is computed from the appointment, the setting and the ledger each
 * time that one of them changes; nothing is planned ahead that could become untrue.
 */
import type { AppointmentStatus } from '@foyer/contracts/appointments/status.rules.ts'
import type { Cadence, CadenceStep, VisitSettings } from '@foyer/contracts/appointments/visit-setting.ts'
import { type DailyHours, quietUntil } from '@foyer/contracts/time/quiet-hours.rules.ts'
import { dayIn, daysFrom, instantAt } from '@foyer/contracts/time/wall-clock.rules.ts'
import { inForceSince, type Saved } from './in-force.rules.ts'

export interface RemindedVisit {
  readonly type: string
  readonly status: AppointmentStatus
  readonly startsAt: Date
  /** When this start was set, by booking or by the last move. A step whose moment was before it is not due. */
  readonly timedAt: Date
  /** Since when the steps are as they are. A step whose moment was before that is not due either. Absent: from the beginning. */
  readonly inForce?: Saved | null
}

export interface Zones {
  /** Days and times of the cadence are on the clinic's clock. */
  readonly clinic: string
  /** Quiet hours are on the patient's clock. */
  readonly patient: string
  readonly quietHours: DailyHours
}

export interface PlannedStep {
  /** The step's name in the ledger. */
  readonly step: string
  readonly type: 'reminder' | 'noShow'
  /** The time that the cadence says. */
  readonly moment: Date
  /** The first time from `moment` on that is not in the patient's quiet hours. */
  readonly at: Date
  /** Quiet hours last until it makes no sense any more: the step is skipped at its moment. */
  readonly isQuiet: boolean
  /** It goes out only before this time, however late the worker is. */
  readonly before: Date
  readonly channel: CadenceStep['channel']
  readonly text: string
  readonly alsoConfirmed: boolean
}

export const NO_SHOW = 'noShow'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** After an outage a step of days may be late by so much, and one of hours or minutes by less. */
const LATE_MS = { day: 12 * HOUR_MS, hour: 30 * MINUTE_MS, minute: 30 * MINUTE_MS } as const
/** A reminder that can't leave until so shortly before the appointment is not sent. */
const TOO_CLOSE_MS = 15 * MINUTE_MS

/**
 * The next step that has to be judged, and when; null if none is to come. `done` are the steps that the ledger has for this
 * start. A step that was missed is still to be judged, so its time may be past.
 */
export function nextReminder(
  visit: RemindedVisit,
  settings: VisitSettings,
  done: readonly string[],
  now: Date,
  zones: Zones,
): { readonly step: string; readonly at: Date } | null {
  const [next] = stepsOf(visit, settings, now, zones).filter(({ step }) => !done.includes(step))
  return next === undefined ? null : { step: next.step, at: judgedAt(next) }
}

/** The steps that are to be judged now. At most one goes out; the others get their reason. */
export interface Due {
  readonly skipped: readonly { readonly planned: PlannedStep; readonly reason: 'too_late' | 'quiet' }[]
  readonly step: PlannedStep | null
  /** The end of quiet hours, if the step has to wait for it. Then nothing is skipped or sent yet. */
  readonly waitUntil: Date | null
}

export function dueSteps(
  visit: RemindedVisit,
  settings: VisitSettings,
  done: readonly string[],
  now: Date,
  zones: Zones,
): Due {
  const due = stepsOf(visit, settings, now, zones).filter(
    (planned) => !done.includes(planned.step) && judgedAt(planned) <= now,
  )
  const newest = due.findLast(({ isQuiet }) => !isQuiet)
  const older = due.filter((planned) => planned !== newest)
  const skipped = older.map((planned) => ({ planned, reason: planned.isQuiet ? 'quiet' : 'too_late' }) as const)
  if (newest === undefined) return { skipped, step: null, waitUntil: null }
  const skip = (reason: 'too_late' | 'quiet') => ({
    skipped: [...skipped, { planned: newest, reason }],
    step: null,
    waitUntil: null,
  })
  if (now >= newest.before) return skip('too_late')
  // The hours or the patient's zone may have changed since the time was computed.
  const quiet = quietUntil(now, zones.patient, zones.quietHours)
  if (quiet === null) return { skipped, step: newest, waitUntil: null }
  return isTooClose(visit, newest.type, quiet, zones) ? skip('quiet') : { skipped: [], step: null, waitUntil: quiet }
}

/** The steps of the appointment for its present start, in the order in which they are judged. */
export function stepsOf(visit: RemindedVisit, settings: VisitSettings, now: Date, zones: Zones): PlannedStep[] {
  if (visit.status === 'noShow') return followUp(visit, settings, now, zones)
  if (visit.status !== 'scheduled' && visit.status !== 'confirmed') return []
  const { startsAt, timedAt } = visit
  const cadence = cadenceOf(visit.type, settings)
  if (!cadence?.enabled) return []
  return cadence.steps
    .filter((step) => isInForce(step, cadence, visit, zones))
    .map((step): PlannedStep => {
      const moment = momentOf(step, startsAt, zones.clinic)
      const at = quietUntil(moment, zones.patient, zones.quietHours) ?? moment
      const late = new Date(at.getTime() + LATE_MS[step.before.unit])
      return {
        ...{ step: step._id, type: 'reminder', moment, at },
        isQuiet: at > moment && isTooClose(visit, 'reminder', at, zones),
        before: late < startsAt ? late : startsAt,
        ...{ channel: step.channel, text: step.text, alsoConfirmed: step.alsoConfirmed },
      }
    })
    .filter(({ moment }) => moment > timedAt && moment < startsAt)
    .sort((left, right) => judgedAt(left).getTime() - judgedAt(right).getTime())
}

function isInForce(step: CadenceStep, cadence: Cadence, { inForce = null, ...visit }: RemindedVisit, zones: Zones) {
  const since = inForceSince(inForce, cadence, step, visit.type)
  return since === null || momentOf(step, visit.startsAt, zones.clinic) > since
}

/** The cadence of the appointment's own type, also if it is switched off; otherwise the one for every type. */
export function cadenceOf(type: string, { reminders }: VisitSettings): VisitSettings['reminders'][number] | undefined {
  return (
    reminders.find(({ appointmentType }) => appointmentType === type) ??
    reminders.find(({ appointmentType }) => appointmentType === null)
  )
}

/** Days are days of the calendar, at a time on the clinic's clock; hours and minutes are real time. */
function momentOf({ before: { n, unit }, at }: CadenceStep, startsAt: Date, zone: string): Date {
  if (unit === 'day') return daysFrom(startsAt, { days: -n, time: at ?? '00:00' }, zone)
  return new Date(startsAt.getTime() - n * (unit === 'hour' ? HOUR_MS : MINUTE_MS))
}

/** Its words are about "today", so it goes out on the appointment's day or not at all. */
function followUp(visit: RemindedVisit, { noShow }: VisitSettings, now: Date, zones: Zones): PlannedStep[] {
  if (!noShow.enabled) return []
  const day = dayIn(visit.startsAt, zones.clinic)
  const set = instantAt({ day, time: noShow.at }, zones.clinic)
  const before = instantAt({ day, time: '24:00' }, zones.clinic)
  // Staff may find out after the time that is set.
  const moment = now > set && now < before ? now : set
  const at = quietUntil(moment, zones.patient, zones.quietHours) ?? moment
  return [
    {
      ...{ step: NO_SHOW, type: NO_SHOW, moment, at, before },
      isQuiet: isTooClose(visit, NO_SHOW, at, zones),
      ...{ channel: 'auto', text: noShow.text, alsoConfirmed: true },
    },
  ]
}

function isTooClose({ startsAt }: RemindedVisit, type: PlannedStep['type'], at: Date, zones: Zones): boolean {
  if (type === NO_SHOW) return dayIn(at, zones.clinic) !== dayIn(startsAt, zones.clinic)
  return at.getTime() > startsAt.getTime() - TOO_CLOSE_MS
}

function judgedAt({ moment, at, isQuiet }: PlannedStep): Date {
  return isQuiet ? moment : at
}
