/** The one catalogue of the fields of conditions. Schema, judgement, wizard, sentence and lint read it. */
import { daysBetween, weekdayOf } from '../time/calendar.rules.ts'
import { type WallTime, wallTime } from '../time/wall-clock.rules.ts'
import { CHOICES, type Choice, type ChoiceSource } from './choices.rules.ts'
import { sharedOpenTime } from './durations.rules.ts'
import type { Facts, RunFacts } from './facts.rules.ts'
import type { FieldType, Seen } from './operators.rules.ts'
import type { Subject } from './triggers.rules.ts'

/** One reading of a rule's facts. */
export interface Reading {
  readonly facts: Facts
  readonly automationId: string
  /** Null while no run asks. */
  readonly run: RunFacts | null
}

export interface Field {
  readonly key: string
  readonly label: string
  readonly type: FieldType
  readonly nullable: boolean
  /** A closed list; null for names and ids of the organization, and for other types. */
  readonly choices: readonly Choice[] | null
  /** Lists of the organization that the choices are taken from. */
  readonly source: ChoiceSource | null
  /** A start without all of these has no value. */
  readonly of: readonly Subject[]
  /** The field is for guards of steps alone. */
  readonly inGuards: boolean
  /** It may have several values at once. */
  readonly many: boolean
  /** The least and the most value of a number. */
  readonly from: number
  readonly to: number
  readonly read: (reading: Reading) => Seen
}

type Read = (facts: Facts, reading: Reading) => Seen[number] | null | undefined
type Rest = Partial<Omit<Field, 'key' | 'label' | 'type' | 'read'>>

function field(key: string, label: string, type: FieldType, read: Read, rest: Rest = {}): Field {
  return {
    ...{ key, label, type, nullable: false, choices: null, source: null, of: [], inGuards: false, many: false },
    ...{ from: 0, to: Number.POSITIVE_INFINITY },
    ...rest,
    read: (reading) => {
      const value = read(reading.facts, reading)
      return value === null || value === undefined ? [] : [value]
    },
  }
}

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const CAN_BE_NULL = { nullable: true }
const OF_PATIENT: Rest = { of: ['patient'] }
const OF_TALK: Rest = { of: ['conversation'] }
const OF_VISIT: Rest = { of: ['visit'], nullable: true }
const OF_NUMBER: Rest = { of: ['patient', 'conversation'] }

/** Many rules ask one reading for its wall time. */
const wallTimes = new WeakMap<Facts, WallTime>()

function wallAt(facts: Facts): WallTime {
  const known = wallTimes.get(facts) ?? wallTime(new Date(facts.at), facts.clinic.timezone)
  wallTimes.set(facts, known)
  return known
}

const dayOf = (at: number, { clinic }: Facts) => wallTime(new Date(at), clinic.timezone).day
/** Whole hours; a text that never was is for ever ago. */
const hoursSince = (then: number | null | undefined, { at }: Facts) =>
  then === null || then === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Math.floor((at - then) / HOUR_MS))

const FIELDS: readonly Field[] = [
  field('patient.known', 'Patient is known', 'flag', ({ patient }) => patient !== null, OF_PATIENT),
  field('patient.texting', 'Texting', 'choice', ({ number }) => number?.texting, {
    ...{ ...OF_NUMBER, ...CAN_BE_NULL, choices: CHOICES.texting },
  }),
  field('patient.askedToStop', 'Asked for no more texts', 'flag', ({ number }) => number?.askedToStop, {
    ...{ ...OF_NUMBER, ...CAN_BE_NULL },
  }),
  field('patient.age', 'Age', 'number', ({ patient }) => patient?.age, { ...OF_PATIENT, ...CAN_BE_NULL, to: 150 }),
  field('patient.gender', 'Gender', 'choice', ({ patient }) => patient?.gender, {
    ...{ ...OF_PATIENT, choices: CHOICES.gender },
  }),
  field('patient.insuranceType', 'Insurance', 'choice', ({ patient }) => patient?.insuranceType || null, {
    ...{ ...OF_PATIENT, ...CAN_BE_NULL, source: 'insurances' },
  }),
  field('patient.cashPay', 'Pays cash', 'flag', ({ patient }) => patient?.cashPay, OF_PATIENT),
  field('patient.preferredContact', 'Preferred contact', 'choice', ({ patient }) => patient?.preferredContact, {
    ...{ ...OF_PATIENT, ...CAN_BE_NULL, choices: CHOICES.preferredContact },
  }),
  field('patient.hasEmail', 'Has an email address', 'flag', ({ patient }) => patient && !!patient.email, OF_PATIENT),
  field(
    'patient.hasUpcomingVisit',
    'Has a coming visit',
    'flag',
    ({ patient }) => patient?.hasUpcomingVisit,
    OF_PATIENT,
  ),

  field('conversation.status', 'Conversation', 'choice', ({ conversation }) => conversation?.status, {
    ...{ ...OF_TALK, choices: CHOICES.status },
  }),
  field('conversation.requestType', 'Request type', 'choice', ({ conversation }) => conversation?.requestType, {
    ...{ ...OF_TALK, ...CAN_BE_NULL, choices: CHOICES.requestType },
  }),
  field('conversation.channel', 'Channel', 'choice', ({ conversation }) => conversation?.channel, {
    ...{ ...OF_TALK, choices: CHOICES.channel },
  }),
  field(
    'conversation.isAssigned',
    'Is assigned',
    'flag',
    ({ conversation }) => conversation && !!conversation.assignee,
    {
      ...OF_TALK,
    },
  ),
  field('conversation.assignee', 'Assigned to', 'choice', ({ conversation }) => conversation?.assignee, {
    ...{ ...OF_TALK, ...CAN_BE_NULL, source: 'staff' },
  }),
  field('conversation.unread', 'Is unread', 'flag', ({ conversation }) => conversation?.unread, OF_TALK),
  field('conversation.feedback', 'Feedback', 'choice', ({ conversation }) => conversation?.feedback, {
    ...{ ...OF_TALK, ...CAN_BE_NULL, choices: CHOICES.feedback },
  }),
  field('conversation.waitingMinutes', 'Minutes waited', 'number', waitingMinutes, { ...OF_TALK, ...CAN_BE_NULL }),
  field('conversation.isSnoozed', 'Is snoozed', 'flag', isSnoozed, OF_TALK),

  field('message.text', 'Text', 'text', ({ message }) => message?.text, { of: ['message'] }),
  {
    ...field('message.intent', 'Text means', 'choice', () => null, { of: ['message'], nullable: true }),
    ...{ choices: CHOICES.intent, many: true, read: ({ facts: { message } }) => intentsIn(message) },
  },
  field('message.hasFiles', 'Has files', 'flag', ({ message }) => message?.hasFiles, { of: ['message'] }),

  field('visit.status', 'Visit', 'choice', ({ visit }) => visit?.status, { ...OF_VISIT, choices: CHOICES.visitStatus }),
  field('visit.type', 'Visit type', 'choice', ({ visit }) => visit?.type || null, {
    ...OF_VISIT,
    source: 'visitTypes',
  }),
  field('visit.doctor', 'Doctor', 'choice', ({ visit }) => visit?.doctor || null, { ...OF_VISIT, source: 'doctors' }),
  field('visit.location', 'Location', 'choice', ({ visit }) => visit?.location || null, {
    ...{ ...OF_VISIT, source: 'locations' },
  }),
  field('visit.hoursUntil', 'Hours until the visit', 'number', hoursUntil, {
    ...{ ...OF_VISIT, from: Number.NEGATIVE_INFINITY },
  }),
  field('visit.weekday', 'Weekday of the visit', 'choice', visitWeekday, { ...OF_VISIT, choices: CHOICES.weekday }),
  field('visit.bookedDaysAhead', 'Days booked ahead', 'number', bookedDaysAhead, OF_VISIT),

  field(
    'history.hoursSinceTexted',
    'Hours since the last text',
    'number',
    (facts) => {
      return hoursSince(facts.number?.lastTextedAt, facts)
    },
    OF_NUMBER,
  ),
  field(
    'history.hoursSinceHeard',
    'Hours since the patient wrote',
    'number',
    (facts) => {
      return hoursSince(facts.number?.lastHeardAt, facts)
    },
    OF_NUMBER,
  ),
  field('history.textsInDay', 'Texts in 24 hours', 'number', ({ number }) => number?.textsInDay ?? 0, OF_NUMBER),
  field('history.daysSinceThisRan', 'Days since this ran', 'number', daysSinceThisRan, OF_NUMBER),

  field('time.office', 'Office', 'choice', office, { choices: CHOICES.office }),
  field('time.weekday', 'Weekday', 'choice', (facts) => weekdayOf(wallAt(facts).day), { choices: CHOICES.weekday }),
  field('time.ofDay', 'Time of day', 'time', (facts) => wallAt(facts).time),

  field('review.stars', 'Stars', 'number', ({ review }) => review?.stars, { of: ['review'], from: 1, to: 5 }),
  field('review.hasText', 'Has words', 'flag', ({ review }) => review?.hasText, { of: ['review'] }),

  field('run.replied', 'Patient replied', 'flag', (_, { run }) => run?.replied, { ...OF_NUMBER, inGuards: true }),
  field('run.texted', 'A text was sent', 'flag', (_, { run }) => run?.texted, { ...OF_NUMBER, inGuards: true }),
]

export const fieldKeys: readonly string[] = FIELDS.map(({ key }) => key)
const BY_KEY: ReadonlyMap<string, Field> = new Map(FIELDS.map((one) => [one.key, one]))

export function fieldOf(key: string): Field | undefined {
  return BY_KEY.get(key)
}

/** The fields that conditions, or guards of steps, may name. */
export function fieldsFor(place: 'conditions' | 'guards'): readonly Field[] {
  return place === 'guards' ? FIELDS : FIELDS.filter(({ inGuards }) => !inGuards)
}

function intentsIn(message: Facts['message']): Seen {
  return message?.intents.map(({ intent }) => intent) ?? []
}

function waitingMinutes({ at, conversation }: Facts): number | null {
  if (!conversation || conversation.waitingSince === null) return null
  return Math.max(0, Math.floor((at - conversation.waitingSince) / MINUTE_MS))
}

function isSnoozed({ at, conversation }: Facts): boolean | null {
  return conversation && conversation.snoozedUntil !== null && conversation.snoozedUntil > at
}

function hoursUntil({ at, visit }: Facts): number | null {
  return visit && Math.floor((visit.startsAt - at) / HOUR_MS)
}

function visitWeekday(facts: Facts): string | null {
  return facts.visit && weekdayOf(dayOf(facts.visit.startsAt, facts))
}

function bookedDaysAhead(facts: Facts): number | null {
  const { visit } = facts
  return visit && Math.max(0, daysBetween(dayOf(visit.bookedAt, facts), dayOf(visit.startsAt, facts)))
}

function daysSinceThisRan(facts: Facts, { automationId }: Reading): number {
  const ran = Object.hasOwn(facts.ran, automationId) ? facts.ran[automationId] : undefined
  if (!ran || ran.at === null) return Number.POSITIVE_INFINITY
  return Math.max(0, daysBetween(dayOf(ran.at, facts), dayOf(facts.at, facts)))
}

function office({ at, clinic }: Facts): string {
  return sharedOpenTime(clinic.timezone, clinic.hours).isOpen(at) ? 'open' : 'closed'
}
