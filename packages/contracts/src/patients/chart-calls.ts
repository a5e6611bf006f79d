/** The calls of a patient's chart. A literal path such as `/duplicates` takes precedence over one with `:id`. */
import { z } from 'zod'
import { appointmentSchema } from '../appointments/appointment.ts'
import { call } from '../call.ts'
import { CONSENT_SOURCE_MAX, FILE_BYTES_MAX } from '../defaults.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { conversationSchema, smsStatusSchema } from '../inbox/conversation.ts'
import { attachmentSchema } from '../inbox/message.ts'
import { pageQuery } from '../paging.ts'
import { listOf } from '../query.ts'
import { page, snapshot } from '../reply.ts'
import { patientRecordSchema } from './patient-record.ts'

const { organizationId, nothing } = field
const PATIENTS = '/api/main/patients'
const params = z.strictObject({ id: field.id })
const inChart = { params: { id: example.patientIds[0] } }

const fields = {
  firstName: field.filledText(100),
  lastName: field.filledText(100),
  phoneNumber: field.phoneNumber.nullable(),
  email: field.emailAddress.nullable(),
  birthdate: field.day.nullable(),
  gender: conversationSchema.shape.gender,
  mrn: field.text(40).trim().nullable(),
  cashPay: z.boolean(),
  insuranceType: field.text(100).trim().nullable(),
  eligible: z.boolean(),
  preferredContact: conversationSchema.shape.preferredContact,
  timezone: field.text(60).nullable(),
  doctorId: field.id.nullable(),
  deceased: z.boolean(),
}

export const patientRecord = call({
  method: 'GET',
  path: `${PATIENTS}/:id`,
  access: 'member',
  says: "Opened a patient's chart",
  summary: 'One patient.',
  failure: 'Failed to fetch the patient',
  params,
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: snapshot(patientRecordSchema),
  example: { ...inChart, query: inClinic },
})

export const addPatient = call({
  method: 'POST',
  path: PATIENTS,
  access: 'member',
  says: 'Added a patient',
  summary: 'Adds a patient; what is left out is not known.',
  failure: 'Failed to save the patient',
  idempotent: true,
  query: nothing,
  body: z.strictObject({
    organizationId,
    ...z.object(fields).omit({ firstName: true, lastName: true, deceased: true }).partial().shape,
    firstName: fields.firstName,
    lastName: fields.lastName,
  }),
  reply: snapshot(patientRecordSchema),
  example: {
    body: { ...inClinic, firstName: 'Nora', lastName: 'Bell', birthdate: '1971-07-08', phoneNumber: '(512) 555-0178' },
  },
})

export const savePatient = call({
  method: 'POST',
  path: `${PATIENTS}/:id`,
  access: 'member',
  says: "Changed a patient's record",
  summary:
    'Changes the given fields. Refused as `stale`, with the current record, if one of them was changed after `version`.',
  failure: 'Failed to save the patient',
  params,
  query: nothing,
  body: z.strictObject({ organizationId, version: z.int().nonnegative(), ...z.object(fields).partial().shape }),
  reply: snapshot(patientRecordSchema),
  example: { params: { id: example.patientIds[1] }, body: { ...inClinic, version: 0, email: 'miguel@patients.test' } },
})

/** The kinds of entries on the line of time; those of parts that do not exist yet have no entries. */
export const timelineKinds = ['text', 'chat', 'mail', 'reminder', 'visit', 'consent', 'file'] as const
export type TimelineKind = (typeof timelineKinds)[number]

const timelineEntrySchema = z.object({
  /** Unique within its kind. */
  _id: z.string(),
  kind: z.enum(timelineKinds),
  at: z.string(),
  /** The words of a text, the subject of an e-mail, the name of a file; empty where the kind says all. */
  text: z.string(),
  direction: z.enum(['inbound', 'outbound']).nullable(),
  /** A delivery, an outcome, or a change such as `confirmed`. */
  status: z.string().nullable(),
  reason: z.string().nullable(),
  user: z.string().nullable(),
  userName: z.string().nullable(),
  conversationId: z.string().nullable(),
  appointmentId: z.string().nullable(),
})
export type TimelineEntry = z.infer<typeof timelineEntrySchema>

const moment = z.union([field.day, field.instant.max(40)])

export const patientTimeline = call({
  method: 'GET',
  path: `${PATIENTS}/:id/timeline`,
  access: 'member',
  says: "Read a patient's time line",
  summary: 'Texts, chats, e-mails, reminders, visits, consent and files of a patient in one order, newest first.',
  failure: 'Failed to fetch the history',
  params,
  query: z.strictObject({
    organizationId,
    kinds: listOf(z.enum(timelineKinds), timelineKinds.length).optional(),
    from: moment.optional(),
    to: moment.optional(),
    ...pageQuery({ limit: 20, max: 100 }),
  }),
  body: nothing,
  reply: page(timelineEntrySchema),
  example: { ...inChart, query: { ...inClinic, kinds: ['text', 'visit'] } },
})

export const patientConversations = call({
  method: 'GET',
  path: `${PATIENTS}/:id/conversations`,
  access: 'member',
  says: "Read a patient's conversations",
  summary: "A patient's conversations, newest first; those of a shared number among them.",
  failure: 'Failed to fetch the conversations',
  params,
  query: z.strictObject({ organizationId, ...pageQuery() }),
  body: nothing,
  reply: page(conversationSchema),
  example: { ...inChart, query: inClinic },
})

export const patientVisits = call({
  method: 'GET',
  path: `${PATIENTS}/:id/visits`,
  access: 'member',
  says: "Read a patient's visits",
  summary: "All of a patient's appointments, those to come among them, newest first.",
  failure: 'Failed to fetch appointments',
  params,
  query: z.strictObject({ organizationId, ...pageQuery() }),
  body: nothing,
  reply: page(appointmentSchema),
  example: { ...inChart, query: inClinic },
})

const patientFileSchema = attachmentSchema.extend({ createdAt: z.string(), conversationId: z.string().nullable() })
export type PatientFile = z.infer<typeof patientFileSchema>

export const patientFiles = call({
  method: 'GET',
  path: `${PATIENTS}/:id/files`,
  access: 'member',
  says: "Opened a patient's files",
  summary: "The files of a patient's conversations and those that staff kept in the chart, newest first.",
  failure: 'Failed to fetch the files',
  params,
  query: z.strictObject({ organizationId, ...pageQuery() }),
  body: nothing,
  reply: page(patientFileSchema),
  example: { ...inChart, query: inClinic },
})

export const addPatientFile = call({
  method: 'POST',
  path: `${PATIENTS}/:id/files`,
  access: 'member',
  says: "Kept a file in a patient's chart",
  summary: 'Keeps one file in the chart.',
  failure: 'Failed to save the file',
  files: { part: 'file', most: 1, bytes: FILE_BYTES_MAX },
  idempotent: true,
  params,
  query: nothing,
  body: z.strictObject({ organizationId }),
  reply: snapshot(patientFileSchema),
  example: { ...inChart, body: inClinic },
})

export const consentWays = ['phone', 'inPerson', 'form'] as const

const consentEntrySchema = z.object({
  _id: z.string(),
  at: z.string(),
  from: smsStatusSchema.nullable(),
  to: smsStatusSchema,
  how: z.enum([...consentWays, 'import', 'text', 'carrier', 'block']),
  note: z.string(),
  user: z.string().nullable(),
  userName: z.string().nullable(),
})
export type ConsentEntry = z.infer<typeof consentEntrySchema>

export const patientConsent = call({
  method: 'GET',
  path: `${PATIENTS}/:id/consent`,
  access: 'member',
  says: "Read a patient's consent",
  summary: "The changes of consent to texts of the patient's number, newest first.",
  failure: 'Failed to fetch the consent',
  params,
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: snapshot(z.array(consentEntrySchema)),
  example: { ...inChart, query: inClinic },
})

export const savePatientConsent = call({
  method: 'POST',
  path: `${PATIENTS}/:id/consent`,
  access: 'member',
  says: "Changed a patient's consent to texts",
  summary:
    "Opts the patient's number out of texts, or in. A patient's own STOP is undone by the patient alone and is refused as `opted_out`.",
  failure: 'Failed to save the consent',
  idempotent: true,
  params,
  query: nothing,
  body: z.strictObject({
    organizationId,
    smsStatus: z.enum(['subscribed', 'opted_out']),
    how: z.enum(consentWays),
    note: field.text(500).trim().default(''),
  }),
  reply: snapshot(patientRecordSchema),
  example: {
    params: { id: example.patientIds[2] },
    body: { ...inClinic, smsStatus: 'opted_out', how: 'phone', note: 'Asked on the phone' },
  },
})

export const saveMarketingConsent = call({
  method: 'POST',
  path: `${PATIENTS}/:id/consent/promotion`,
  access: 'member',
  says: "Changed a patient's consent to promotion",
  summary:
    "Records the patient's written consent to promotion, with its day and where it is on record; null withdraws it. A day that is to come is refused.",
  failure: 'Failed to save the consent',
  idempotent: true,
  params,
  query: nothing,
  body: z.strictObject({
    organizationId,
    consent: z.strictObject({ on: field.day, source: field.filledText(CONSENT_SOURCE_MAX) }).nullable(),
  }),
  reply: snapshot(patientRecordSchema),
  example: {
    params: { id: example.patientIds[2] },
    body: { ...inClinic, consent: { on: '2026-11-02', source: 'Intake form' } },
  },
})

const memberSchema = z.object({
  _id: z.string(),
  name: z.string(),
  birthdate: z.string().nullable(),
  mrn: z.string().nullable(),
})
export type HouseholdMember = z.infer<typeof memberSchema>

export const patientHousehold = call({
  method: 'GET',
  path: `${PATIENTS}/:id/household`,
  access: 'member',
  says: 'Looked up who shares a number',
  summary: 'The patients who share the number of a patient, this one included, and their conversation by text.',
  failure: 'Failed to fetch the household',
  params,
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: snapshot(
    z.object({
      phoneNumber: z.string().nullable(),
      members: z.array(memberSchema),
      conversationId: z.string().nullable(),
    }),
  ),
  example: { ...inChart, query: inClinic },
})
