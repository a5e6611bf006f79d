import { z } from 'zod'
import { appointmentStatuses } from '../appointments/status.rules.ts'
import { agentSchema } from './agent.ts'
import { botSchema } from './bot.ts'
import { deliverySchema } from './message.ts'

/** [OPEN-028] The stored form, also used in replies; requests may use any case. */
export const conversationStatuses = ['open', 'pending', 'acknowledged', 'resolved', 'unassigned'] as const
export const conversationStatusSchema = z.enum(conversationStatuses)
export type ConversationStatus = z.infer<typeof conversationStatusSchema>

/** [OPEN-032] The statuses that close-conversation accepts. */
export const closingStatuses = ['open', 'pending', 'acknowledged', 'resolved'] as const
export type ClosingStatus = (typeof closingStatuses)[number]

/** [OPEN-076] */
export const channelSchema = z.enum(['sms', 'chat'])
const genderSchema = z.enum(['male', 'female', 'other', 'unknown'])
/** [OPEN-074] */
export const requestTypes = ['appointment', 'prescription', 'billing', 'concierge', 'other'] as const
export const requestTypeSchema = z.enum(requestTypes)
export type RequestType = z.infer<typeof requestTypeSchema>

export const smsStatusSchema = z.enum(['subscribed', 'opted_out', 'blocked'])

/** The patient's next visit. Instants are ISO 8601 UTC. */
export const visitSchema = z.object({
  appointmentId: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  status: z.enum(appointmentStatuses),
  type: z.string(),
  doctorId: z.string(),
  doctorName: z.string(),
  location: z.string(),
  /** The patient's wish for another time, until it is moved or withdrawn. */
  reschedule: z.enum(['asked', 'held']).nullable(),
  confirmedBy: z.enum(['patient', 'staff', 'ehr']).nullable(),
  /** Of its last change that shows here; an appointment's own version is also that of its newest reminder. */
  version: z.int().nonnegative(),
})
export type Visit = z.infer<typeof visitSchema>

/**
 * A conversation in lists, single replies and events. [OPEN-069]
 * All three have the same shape, so a screen needs no call after an event.
 */
export const conversationSchema = z.object({
  id: z.string(),
  organizationId: z.string(),
  patientId: z.string().nullable(),
  patientImportId: z.string().nullable(),
  /** "Unknown" without a patient. [ENTITY-04] */
  name: z.string(),
  phoneNumber: z.string(),
  /** The patient's e-mail address; null without one, or without a patient. */
  email: z.string().nullable(),
  type: channelSchema,
  /** The phone number, or the chat visitor's id. */
  from: z.string(),
  status: conversationStatusSchema,
  requestType: requestTypeSchema.nullable(),
  lastMessage: z.string(),
  /** The author and the delivery of lastMessage; null without a message. */
  lastMessageBy: z
    .object({
      direction: z.enum(['inbound', 'outbound']),
      private: z.boolean(),
      user: z.string().nullable(),
      userName: z.string().nullable(),
      status: deliverySchema,
      /** The last text did not reach the patient, and is not lastMessage: a note follows it, or it was scheduled and failed. */
      textStatus: deliverySchema.extract(['failed', 'undelivered']).optional(),
    })
    .nullable(),
  /** The time of the last message. */
  timestamp: z.string(),
  /** The time of the patient's oldest unanswered message. */
  waitingSince: z.string().nullable(),
  unreadCount: z.int().nonnegative(),
  isUnread: z.boolean(),
  staffAssigned: z.array(agentSchema.pick({ _id: true, name: true })),
  /** The team that it belongs to, besides the staff member. */
  team: z.object({ _id: z.string(), name: z.string() }).nullable(),
  starredBy: z.array(z.string()),
  feedback: z.enum(['up', 'down']).nullable(),
  /** Hidden from the other lists until then, or until the patient writes. */
  snoozedUntil: z.string().nullable(),
  /** The time at which the next scheduled text is due. */
  scheduledFor: z.string().nullable(),
  /** The authors of its held texts; `*` stands for those who have left, so that the text is held for everybody. */
  heldAuthors: z.array(z.string()),
  /** The patient asked in words other than a carrier keyword not to be texted; a staff member must decide. */
  askedToStop: z.boolean(),
  /** The campaign that the newest answer of the patient belongs to, until the conversation is resolved. */
  campaign: z.object({ _id: z.string(), name: z.string() }).nullable().default(null),
  /** The chatbot that answers it now. */
  bot: botSchema.nullable().default(null),
  /** The staff member who last changed it. */
  changedBy: agentSchema.pick({ _id: true, name: true }).nullable(),
  birthdate: z.string().nullable(),
  gender: genderSchema,
  mrn: z.string().nullable(),
  cashPay: z.boolean(),
  insuranceType: z.string().nullable(),
  preferredContact: z.enum(['text', 'call', 'email']).nullable(),
  smsStatus: smsStatusSchema,
  /** Whether smsStatus is `subscribed`. */
  textEnable: z.boolean(),
  appointment: visitSchema.nullable(),
  /** The `seq` of the change that last touched it. */
  version: z.int().nonnegative(),
})
export type Conversation = z.infer<typeof conversationSchema>

/** The example of documentation and tests; a test parses it. */
export const conversationExample: Conversation = {
  id: '0199f0aa-3c00-7000-8000-000000000001',
  organizationId: 'org_cedar',
  patientId: 'pat_0001',
  patientImportId: 'imp_0001',
  name: 'Rosalind Carver',
  phoneNumber: '+15125550142',
  email: 'rosalind.carver@patients.test',
  type: 'sms',
  from: '+15125550142',
  status: 'open',
  requestType: 'appointment',
  lastMessage: 'Should I bring the new card?',
  lastMessageBy: { direction: 'inbound', private: false, user: null, userName: null, status: 'received' },
  timestamp: '2026-11-19T15:14:00.000Z',
  waitingSince: '2026-11-19T15:14:00.000Z',
  unreadCount: 1,
  isUnread: true,
  staffAssigned: [{ _id: 'usr_lena', name: 'Lena Kim' }],
  team: null,
  starredBy: [],
  feedback: null,
  snoozedUntil: null,
  scheduledFor: null,
  heldAuthors: [],
  askedToStop: false,
  campaign: null,
  bot: null,
  changedBy: null,
  birthdate: '1968-03-14',
  gender: 'female',
  mrn: '204-8817',
  cashPay: false,
  insuranceType: 'Blue Cross PPO',
  preferredContact: 'text',
  smsStatus: 'subscribed',
  textEnable: true,
  appointment: null,
  version: 7,
}
