/** The kinds of triggers: their cards, their own fields, and the facts that a start by each of them has. */
import type { Weekday } from '../time/calendar.rules.ts'
import type { Duration } from './durations.rules.ts'
import type { Intent } from './intent-names.rules.ts'
import type { WordMatch } from './words.rules.ts'

/** Times of a day, HH:MM. */
export interface Between {
  readonly from: string
  readonly to: string
}

export type Repeat = 'always' | 'never' | Duration

interface Starting {
  /** How soon a rule may start again for the same subject. */
  readonly repeat: Repeat
  /** The most starts in an hour; those above are held for a person. */
  readonly perHour: number
}

interface Timed {
  readonly between: Between | null
}

export const scheduleSubjects = ['organization', 'conversation', 'appointment'] as const

interface OwnFields {
  readonly appointmentBooked: object
  readonly appointmentChanged: object
  readonly appointmentConfirmed: object
  readonly appointmentCancelled: object
  readonly appointmentMissed: object
  readonly appointmentReminderDue: Timed & {
    readonly before: Duration
    readonly unconfirmedOnly: boolean
    /** For a visit that is booked when the moment is past: no start, or a start at once. */
    readonly late: 'skip' | 'now'
  }
  readonly appointmentFollowUpDue: Timed & { readonly after: Duration }
  /** Days after the due date; negative before it. */
  readonly recallDue: Timed & { readonly days: number }
  readonly inboundMessage: {
    readonly words: readonly string[] | null
    readonly match: WordMatch
    readonly intent: Intent | null
  }
  readonly campaignReply: { readonly campaignId: string | null }
  readonly conversationOpened: object
  readonly conversationAssigned: object
  readonly conversationClosed: object
  readonly conversationWaiting: { readonly minutes: number; readonly officeHours: boolean }
  readonly deliveryFailed: object
  readonly thumbsDown: object
  readonly chatbotHandover: object
  readonly patientImported: { readonly source: 'any' | 'upload' }
  readonly reviewArrived: { readonly stars: readonly number[] }
  readonly schedule: {
    readonly days: readonly Weekday[]
    readonly time: string
    readonly each: (typeof scheduleSubjects)[number]
    /** With `appointment`, the visits of the day so many days ahead. */
    readonly daysAhead: number
  }
}

export type TriggerKind = keyof OwnFields
export type TriggerOf<Kind extends TriggerKind> = Kind extends TriggerKind
  ? { readonly kind: Kind } & OwnFields[Kind] & Starting
  : never
export type Trigger = TriggerOf<TriggerKind>

/** The parts of the facts that not every start has. */
export type Subject = 'patient' | 'conversation' | 'message' | 'visit' | 'review'

export interface TriggerInfo {
  readonly card: string
  readonly hint: string
  readonly group: 'Appointments' | 'Messages' | 'Conversations' | 'Patients' | 'Reviews and feedback' | 'Time'
  /** A start has these for certain. */
  readonly has: readonly Subject[]
  /** A start may have these. */
  readonly may: readonly Subject[]
  /** Starts follow from the time alone. */
  readonly isTimed: boolean
  readonly repeat: Repeat
}

const VISIT = { group: 'Appointments', has: ['visit', 'patient'], may: ['conversation'] } as const
const TALK = { group: 'Conversations', has: ['conversation'], may: ['patient', 'visit'] } as const
const TEXT = { group: 'Messages', has: ['conversation', 'message'], may: ['patient', 'visit'] } as const
const AT_ONCE = { isTimed: false, repeat: 'always' } as const
const IN_TIME = { isTimed: true, repeat: 'never' } as const

export const TRIGGERS: Readonly<Record<TriggerKind, TriggerInfo>> = {
  appointmentBooked: { card: 'Visit booked', hint: 'As soon as a visit is on the schedule', ...VISIT, ...AT_ONCE },
  appointmentChanged: { card: 'Visit changed', hint: 'Another time, doctor or place', ...VISIT, ...AT_ONCE },
  appointmentConfirmed: { card: 'Visit confirmed', hint: 'By the patient or by staff', ...VISIT, ...AT_ONCE },
  appointmentCancelled: { card: 'Visit cancelled', hint: 'By the patient or by staff', ...VISIT, ...AT_ONCE },
  appointmentMissed: { card: 'Visit missed', hint: 'Marked as no-show', ...VISIT, ...AT_ONCE },
  appointmentReminderDue: {
    card: 'Visit not confirmed',
    hint: 'A set time before the visit starts',
    ...VISIT,
    ...IN_TIME,
  },
  appointmentFollowUpDue: { card: 'Visit ended', hint: 'A set time after the visit', ...VISIT, ...IN_TIME },
  recallDue: {
    ...{ card: 'Something is due', hint: 'From the due-date list', group: 'Appointments' },
    ...{ has: ['patient'], may: ['conversation', 'visit'] },
    ...IN_TIME,
  },
  inboundMessage: {
    ...{ card: 'Text contains a word', hint: 'For example “refill” or “cancel”' },
    ...TEXT,
    ...{ isTimed: false, repeat: { n: 15, unit: 'minutes' } },
  },
  campaignReply: { card: 'Answer to a campaign', hint: 'The first text after a campaign’s', ...TEXT, ...AT_ONCE },
  conversationOpened: { card: 'Conversation opened', hint: 'It began or was reopened', ...TALK, ...AT_ONCE },
  conversationAssigned: { card: 'Conversation assigned', hint: 'To somebody else than before', ...TALK, ...AT_ONCE },
  conversationClosed: { card: 'Conversation closed', hint: 'It became resolved', ...TALK, ...AT_ONCE },
  conversationWaiting: { card: 'Patient waits', hint: 'Nobody has answered for a set time', ...TALK, ...IN_TIME },
  deliveryFailed: {
    card: 'Text failed',
    hint: 'It will not reach the patient',
    ...TALK,
    group: 'Messages',
    ...AT_ONCE,
  },
  thumbsDown: {
    ...{ card: 'Thumbs down', hint: 'After a visit survey' },
    ...TALK,
    group: 'Reviews and feedback',
    ...AT_ONCE,
  },
  chatbotHandover: {
    ...{ card: 'Chatbot hands over', hint: 'The patient asked for a person' },
    ...TALK,
    group: 'Messages',
    ...AT_ONCE,
  },
  patientImported: {
    ...{ card: 'New patient', hint: 'From an upload or the records', group: 'Patients' },
    ...{ has: ['patient'], may: ['conversation', 'visit'] },
    ...AT_ONCE,
  },
  reviewArrived: {
    ...{ card: 'New review', hint: 'Choose the star ratings', group: 'Reviews and feedback', has: ['review'], may: [] },
    ...AT_ONCE,
  },
  schedule: {
    ...{ card: 'Time of the week', hint: 'On weekdays at a set time', group: 'Time' },
    ...{ has: [], may: ['patient', 'conversation', 'visit'] },
    ...IN_TIME,
  },
}

export const triggerKinds = Object.keys(TRIGGERS) as readonly TriggerKind[]

/** The cards of the first step. A text has three, by which of its own fields are asked for. */
export interface TriggerCard {
  readonly kind: TriggerKind
  readonly card: string
  readonly hint: string
  readonly group: TriggerInfo['group']
  readonly asks: 'words' | 'intent' | null
}

export const triggerCards: readonly TriggerCard[] = triggerKinds.flatMap((kind): TriggerCard[] => {
  const { card, hint, group } = TRIGGERS[kind]
  if (kind !== 'inboundMessage') return [{ kind, card, hint, group, asks: null }]
  return [
    { kind, group, card: 'Any text', hint: 'Every text or chat of a patient', asks: null },
    { kind, group, card, hint, asks: 'words' },
    { kind, group, card: 'Text means', hint: 'For example a refill or a cancellation', asks: 'intent' },
  ]
})

/** The values of fields that may be left out. */
export const TRIGGER_DEFAULTS = {
  unconfirmedOnly: true,
  late: 'skip',
  match: 'word',
  officeHours: false,
  source: 'any',
  daysAhead: 0,
} as const

export const PER_HOUR = { min: 1, max: 2000, default: 100 } as const

/** The facts that starts of a trigger have for certain, and those that they may have. */
export function subjectsOf(trigger: Trigger): Pick<TriggerInfo, 'has' | 'may'> {
  if (trigger.kind !== 'schedule') return TRIGGERS[trigger.kind]
  if (trigger.each === 'organization') return { has: [], may: [] }
  return trigger.each === 'appointment' ? VISIT : TALK
}

/** Whether a start by the trigger can have the fact. */
export function canHave(trigger: Trigger, subject: Subject): boolean {
  const { has, may } = subjectsOf(trigger)
  return has.includes(subject) || may.includes(subject)
}
