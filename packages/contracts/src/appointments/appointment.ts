/** An appointment as lists, single replies and events carry it. */
import { z } from 'zod'
import { smsStatusSchema } from '../inbox/conversation.ts'
import { appointmentStatuses } from './status.rules.ts'

const confirmers = ['patient', 'staff', 'ehr'] as const
export const replyKinds = ['confirm', 'reschedule', 'cancelAsked', 'saidCancel', 'late', 'unclear'] as const
export const callOutcomes = ['confirmed', 'reschedule', 'noAnswer', 'leftMessage'] as const

const rescheduleSchema = z.object({
  state: z.enum(['asked', 'held']),
  at: z.string(),
  /** The patient's own words for another time; null without any. */
  wish: z.string().nullable(),
})

export const reminderTypes = ['reminder', 'noShow', 'invitation'] as const
export const reminderChannels = ['sms', 'email'] as const
export const reminderStatuses = ['queued', 'sent', 'delivered', 'notDelivered', 'skipped'] as const
export const skipReasons = [
  'too_late',
  'quiet',
  'confirmed',
  'cancelled',
  'moved',
  'ended',
  'rescheduling',
  'opted_out',
  'blocked',
  'asked_to_stop',
  'no_number',
  'no_address',
  'no_channel',
  'deceased',
  'duplicate',
  'over_limit',
  'wrote_since',
  'later_visit',
] as const
export type SkipReason = (typeof skipReasons)[number]

/** The newest reminder of the appointment. */
const newestReminderSchema = z.object({
  at: z.string(),
  channel: z.enum(reminderChannels),
  type: z.enum(reminderTypes),
  status: z.enum(reminderStatuses),
  /** Why it was skipped or not delivered. */
  reason: z.string().nullable(),
})

export const telemedicineServiceSchema = z.object({ _id: z.string(), name: z.string() })

/** [OPEN-024] */
export const appointmentSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  patientId: z.string(),
  patientName: z.string(),
  phoneNumber: z.string().nullable(),
  /** The patient's zone, an IANA name; null: the organization's. */
  timezone: z.string().nullable(),
  doctorId: z.string(),
  providerName: z.string(),
  /** YYYY-MM-DD; this day and the times HH:MM are in the organization's zone. */
  appointmentDate: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  appointmentType: z.string(),
  appointmentStatus: z.enum(appointmentStatuses),
  /** Whether the patient's coverage is known to be in force. */
  eligible: z.boolean(),
  insuranceType: z.string().nullable(),
  /** Instants in ISO 8601. */
  admittedDate: z.string().nullable(),
  dischargedDate: z.string().nullable(),
  confirmed: z.boolean(),
  startsAt: z.string(),
  endsAt: z.string(),
  location: z.string(),
  mrn: z.string().nullable(),
  cashPay: z.boolean(),
  confirmedBy: z.enum(confirmers).nullable(),
  telemedicine: telemedicineServiceSchema.nullable(),
  /** The patient's conversation by text; null without one. */
  conversationId: z.string().nullable(),
  smsStatus: smsStatusSchema,
  /** The unread messages of the conversation. */
  unread: z.int().nonnegative(),
  reschedule: rescheduleSchema.nullable(),
  reply: z.object({ kind: z.enum(replyKinds), at: z.string(), messageId: z.string() }).nullable(),
  reminder: newestReminderSchema.nullable(),
  /** The last call to the patient about this appointment. */
  called: z.object({ at: z.string(), user: z.string(), outcome: z.enum(callOutcomes) }).nullable(),
  /** The patient's visits of the last 12 months to which they did not come. */
  noShows: z.int().nonnegative(),
  /** The state at the clinic's record system; null without one. */
  ehr: z.enum(['inStep', 'sending', 'conflict', 'refused']).nullable(),
  version: z.int().nonnegative(),
})
export type Appointment = z.infer<typeof appointmentSchema>

export const appointmentExample: Appointment = {
  _id: '0199f0aa-3c00-7000-8000-000000000021',
  organizationId: 'org_cedar',
  patientId: 'p1',
  patientName: 'Rosalind Carver',
  phoneNumber: '+15125550142',
  timezone: null,
  doctorId: 'doc_okafor',
  providerName: 'Dr. Amara Okafor',
  appointmentDate: '2026-11-20',
  startTime: '09:30',
  endTime: '09:50',
  appointmentType: 'Follow-up',
  appointmentStatus: 'scheduled',
  eligible: true,
  insuranceType: 'Blue Cross PPO',
  admittedDate: null,
  dischargedDate: null,
  confirmed: false,
  startsAt: '2026-11-20T15:30:00.000Z',
  endsAt: '2026-11-20T15:50:00.000Z',
  location: 'Northgate',
  mrn: '204-8817',
  cashPay: false,
  confirmedBy: null,
  telemedicine: null,
  conversationId: '0199f0aa-3c00-7000-8000-000000000001',
  smsStatus: 'subscribed',
  unread: 0,
  reschedule: null,
  reply: null,
  reminder: null,
  called: null,
  noShows: 0,
  ehr: null,
  version: 9,
}

/** One change of an appointment, in ids and enumerated values. The history is append-only. */
export const appointmentChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('booked'), startsAt: z.string(), doctorId: z.string() }),
  z.object({ kind: z.literal('status'), from: z.enum(appointmentStatuses), to: z.enum(appointmentStatuses) }),
  z.object({
    ...{ kind: z.literal('moved'), from: z.string(), to: z.string() },
    ...{ fromDoctor: z.string(), toDoctor: z.string() },
  }),
  /** `to` null: the wish was withdrawn. */
  z.object({ kind: z.literal('reschedule'), to: z.enum(['asked', 'held']).nullable() }),
  z.object({ kind: z.literal('replied'), as: z.enum(replyKinds), messageId: z.string() }),
  z.object({ kind: z.literal('called'), outcome: z.enum(callOutcomes) }),
  z.object({
    ...{ kind: z.literal('reminded'), type: z.enum(reminderTypes), channel: z.enum(reminderChannels) },
    ...{ status: z.enum(reminderStatuses), reason: z.string().nullable() },
  }),
  z.object({ kind: z.literal('undone') }),
])
export type AppointmentChange = z.infer<typeof appointmentChangeSchema>

export const appointmentHistorySchema = z.object({
  /** Counts from 1 in its appointment, without gaps. */
  position: z.int().positive(),
  at: z.string(),
  /** Null for a change by the patient, the EHR or a worker. */
  user: z.string().nullable(),
  userName: z.string().nullable(),
  change: appointmentChangeSchema,
})
export type AppointmentHistoryEntry = z.infer<typeof appointmentHistorySchema>
