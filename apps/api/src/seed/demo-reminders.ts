/** The ledger of reminders of the last week, and the texts in the patients' conversations that it names. */
import { type VisitSettings, visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import type { Calendar } from './calendar.rules.ts'
import type { DemoPatient } from './demo-patients.ts'
import { type DemoVisit, TELEHEALTH } from './demo-visits.ts'
import type { ReminderRow } from './seed.store.ts'
import { stableId } from './stable-id.rules.ts'
import { messageId, type Story, type StoryLine } from './story.ts'

/** A text that reminded of a visit. */
export interface DemoReminder {
  readonly visit: DemoVisit
  readonly phoneNumber: string
  readonly messageId: string
  readonly at: Date
  /** Why it was not delivered; null if it was. */
  readonly reason: string | null
}

const WEEK_MS = 7 * 86_400_000
/** The step of the cadences below. */
const STEP = 'step_2d'

interface Told {
  readonly stories: readonly Story[]
  readonly reminders: readonly DemoReminder[]
}

/**
 * Adds the reminder of a visit to conversations that went on after it, so that no conversation changes its place in the
 * inbox.
 */
export function remind(
  stories: readonly Story[],
  { organizationId, visits, calendar }: { organizationId: string; visits: readonly DemoVisit[]; calendar: Calendar },
): Told {
  const told = stories.map((story) => {
    const { patient, channel, lines, phoneNumber } = story
    const visit = visits.find((one) => one.patientId === patient?.id)
    const last = lines.at(-1)
    if (!patient || !visit || !last || channel !== 'sms' || lines.some(({ by }) => by === null)) return { story }
    const at = calendar.before(visit.startsAt, 2, '09:00')
    if (at >= last.at || at.getTime() < calendar.now.getTime() - WEEK_MS) return { story }
    const index = lines.findIndex((line) => line.at > at)
    const reminder = {
      visit,
      phoneNumber,
      at,
      reason: null,
      messageId: messageId(organizationId, phoneNumber, { index, at }),
    }
    const line: StoryLine = { by: null, text: textOf(patient, visit, calendar), at, isNote: false }
    return { story: { ...story, lines: lines.toSpliced(index, 0, line) }, reminder }
  })
  return {
    stories: told.map(({ story }) => story),
    reminders: told.flatMap(({ reminder }) => reminder ?? []),
  }
}

function textOf({ firstName }: DemoPatient, { doctor, startsAt }: DemoVisit, calendar: Calendar): string {
  const name = `Dr. ${doctor.name.split(' ').at(-1)}`
  const visit = calendar.visit(startsAt)
  return `Hi ${firstName}, a reminder of your visit with ${name} on ${visit}. Reply C to confirm or R to reschedule.`
}

export function reminderRow(organizationId: string, reminder: DemoReminder): ReminderRow {
  const { visit, at, reason, phoneNumber } = reminder
  return {
    organization_id: organizationId,
    id: stableId(at, `reminder ${organizationId} ${visit.id}`),
    appointment_id: visit.id,
    due_date_id: null,
    patient_id: visit.patientId,
    starts_at: visit.startsAt,
    step: STEP,
    also_confirmed: false,
    withdrawn: false,
    type: 'reminder',
    channel: 'sms',
    status: reason === null ? 'delivered' : 'notDelivered',
    reason,
    message_id: reminder.messageId,
    mail_id: null,
    address: phoneNumber,
    user_id: null,
    created_at: at,
    ended_at: at,
  }
}

/** Three cadences are written and off, so that nothing is sent by itself and the forecast says what they would send. */
export function demoVisitSettings(): VisitSettings {
  const { reminders, ...others } = visitSetting.default
  const [any] = reminders
  if (!any) throw new Error('The default setting of visits has a cadence.')
  const [days, hours] = any.steps
  if (!days || !hours) throw new Error('The default cadence has two steps.')
  return {
    ...others,
    reminders: [
      any,
      {
        ...{ _id: 'cadence_new', appointmentType: 'New patient', enabled: false },
        steps: [
          {
            ...days,
            ...{ _id: 'step_5d', before: { n: 5, unit: 'day' } },
            text: 'Welcome to {{clinic}}, {{firstName}}. Your first visit with {{doctorName}} is on {{weekday}}, {{appointmentDate}} at {{appointmentTime}}. Please bring your insurance card.',
          },
          days,
        ],
      },
      {
        ...{ _id: 'cadence_telehealth', appointmentType: TELEHEALTH, enabled: false },
        steps: [
          days,
          {
            ...hours,
            ...{ _id: 'step_30m', before: { n: 30, unit: 'minute' } },
            text: '{{clinic}}: {{firstName}}, your visit with {{doctorName}} begins at {{appointmentTime}}. Please have your phone at hand.',
          },
        ],
      },
    ],
  }
}
