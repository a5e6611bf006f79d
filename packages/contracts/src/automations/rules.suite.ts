/** Definitions and facts that the tests of automations share. */

import type { CauseOf } from './causes.rules.ts'
import type { Definition } from './definition.rules.ts'
import { type DefinitionInput, definitionSchema } from './definition.ts'
import type { ConversationFacts, Facts, MessageFacts, NumberFacts, PatientFacts, VisitFacts } from './facts.rules.ts'
import type { Version } from './judge.rules.ts'
import type { TurnFacts } from './plan.rules.ts'
import type { Known } from './steps.rules.ts'

/** Thursday, November 26, 2026, 10:00 in Chicago. */
export const NOW = Date.parse('2026-11-26T16:00:00Z')
export const HOUR = 3_600_000

export function definitionOf(given: DefinitionInput): Definition {
  return definitionSchema.parse(given)
}

const WORKDAY = [{ from: '08:00', to: '17:00' }]
const week = {
  ...{ monday: WORKDAY, tuesday: WORKDAY, wednesday: WORKDAY, thursday: WORKDAY, friday: WORKDAY },
  ...{ saturday: [], sunday: [] },
}

export const clinic: Facts['clinic'] = {
  ...{ name: 'Cedar Ridge', timezone: 'America/Chicago', phoneNumber: '+15125550100', bookingLink: null },
  ...{ hours: { week, closedDays: [] }, quietHours: { from: '21:00', to: '08:00' }, dailyTexts: 3 },
}
export const patient: PatientFacts = {
  ...{ firstName: 'Theodore', lastName: 'Lindqvist', email: 'theo@patients.test', takesEmail: true, age: 52 },
  ...{ gender: 'male', insuranceType: 'Blue Cross PPO', cashPay: false, preferredContact: null },
  ...{ hasUpcomingVisit: true, deceased: false, timezone: null },
}
export const conversation: ConversationFacts = {
  ...{ status: 'open', requestType: null, channel: 'sms', assignee: null, unread: true, feedback: null },
  ...{ waitingSince: NOW - HOUR, snoozedUntil: null, isReachable: true },
}
export const number: NumberFacts = {
  isTextable: true,
  ...{ texting: 'on', askedToStop: false, sharedBy: 1, lastTextedAt: null, lastHeardAt: NOW, textsInDay: 0 },
  ...{ automaticInDay: 0, automaticInTenMinutes: 0, machineUntil: null, isOverLimit: false },
}
export const message: MessageFacts = {
  ...{ text: 'I need a REFÍLL!', hasFiles: false, at: NOW, isAnswered: false },
  intents: [{ intent: 'refill', words: 'refill' }],
}
/** In 48 hours. */
export const visit: VisitFacts = {
  ...{ id: 'app_1', status: 'scheduled', type: 'Follow-up', doctor: 'doc_okafor', doctorName: 'Dr. Okafor' },
  ...{ location: 'Main office', startsAt: NOW + 48 * HOUR, bookedAt: NOW - 240 * HOUR },
}
export const facts: Facts = {
  ...{ at: NOW, clinic, patient, conversation, number, message, visit, review: null, ran: {}, pausedUntil: null },
}

/** The rule of the mock-ups. */
export const confirmVisits = definitionOf({
  trigger: {
    ...{ kind: 'appointmentReminderDue', before: { n: 48, unit: 'hours' } },
    between: { from: '09:00', to: '18:30' },
  },
  conditions: [
    { field: 'patient.texting', operator: 'is', value: 'on' },
    { field: 'visit.doctor', operator: 'isOneOf', value: ['doc_okafor', 'doc_reyes'] },
    { field: 'visit.type', operator: 'isNot', value: 'Telehealth' },
  ],
  actions: [
    { sequence: 1, kind: 'sendSms', text: 'Hi {{firstName|there}}, {{doctor}} expects you {{visitDate}}. {{clinic}}' },
    { sequence: 2, kind: 'wait', for: { n: 4, unit: 'hours' }, officeHours: true },
    {
      ...{ sequence: 3, kind: 'sendSms', text: 'Still able to come? {{clinic}}' },
      onlyIf: { holds: true, conditions: [{ field: 'run.replied', operator: 'is', value: false }] },
    },
    { sequence: 4, kind: 'assignToStaff', user: 'usr_dana' },
  ],
})

export const answerRefills = definitionOf({
  trigger: { kind: 'inboundMessage', words: ['refill', 'out of meds'] },
  actions: [
    { sequence: 1, kind: 'markRequest', requestType: 'prescription' },
    { sequence: 2, kind: 'sendSms', text: '{{clinic}}: we ask your doctor today, {{firstName|there}}.' },
  ],
})

export function versionOf(definition: Definition, automationId = 'aut_1'): Version {
  return { automationId, name: 'Rule', number: 1, definition, inForce: true, isStopped: false }
}

const of = { conversationId: 'con_1', patientId: 'pat_1', appointmentId: null, messageId: null, chain: [] }

export function textCause(): CauseOf<'inboundMessage'> {
  return {
    ...{ ...of, id: 'cau_1', seq: 1, at: NOW, messageId: 'msg_1', kind: 'inboundMessage' },
    ...{ subject: { kind: 'conversation', id: 'con_1' }, data: { campaignId: null } },
  }
}

/** The moment of a visit in 48 hours, for `aut_confirm`. */
export function visitCause(
  data: Partial<CauseOf<'appointmentReminderDue'>['data']> = {},
): CauseOf<'appointmentReminderDue'> {
  return {
    ...{ ...of, id: 'cau_2', seq: 2, at: NOW, appointmentId: 'app_1', kind: 'appointmentReminderDue' },
    subject: { kind: 'appointment', id: 'app_1' },
    data: { automationId: 'aut_confirm', moment: NOW, startsAt: visit.startsAt, isLate: false, ...data },
  }
}

export const known: Known = {
  staff: [
    { id: 'usr_dana', name: 'Dana Wells', isSupervisor: true, openConversations: 5 },
    { id: 'usr_lena', name: 'Lena Kim', isSupervisor: false, openConversations: 2 },
    { id: 'usr_adam', name: 'Adam Ortiz', isSupervisor: false, openConversations: 2 },
  ],
  templates: [{ id: 'tpl_1', subject: null, text: '{{clinic}}: your template' }],
  ...{ campaigns: ['cmp_1'], flows: ['flw_1'] },
}
export const turnFacts: TurnFacts = { ...facts, known }
