/** A patient as the patient list, the chart and events carry them. */
import { z } from 'zod'
import { conversationSchema, smsStatusSchema, visitSchema } from '../inbox/conversation.ts'

const { gender, preferredContact } = conversationSchema.shape

export const patientRecordSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  patientImportId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  phoneNumber: z.string().nullable(),
  email: z.string().nullable(),
  /** YYYY-MM-DD */
  birthdate: z.string().nullable(),
  gender,
  mrn: z.string().nullable(),
  cashPay: z.boolean(),
  insuranceType: z.string().nullable(),
  /** Whether the coverage is known to be in force. */
  eligible: z.boolean(),
  preferredContact,
  /** An IANA name; null means the organization's time zone. */
  timezone: z.string().nullable(),
  /** As set, else the doctor of the newest appointment. */
  doctorId: z.string().nullable(),
  doctorName: z.string().nullable(),
  smsStatus: smsStatusSchema,
  textEnable: z.boolean(),
  askedToStop: z.boolean(),
  /** The written consent to promotion: its day, and where it is on record. Null: promotion must not be sent. */
  marketingConsent: z.object({ on: z.string(), source: z.string() }).nullable(),
  deceased: z.boolean(),
  /** The patients who share the number, this one included; 0 without a number. */
  household: z.int().nonnegative(),
  nextVisit: visitSchema.nullable(),
  lastVisitAt: z.string().nullable(),
  /** The records that were joined into this one. */
  mergedFrom: z.array(
    z.object({
      ...{ _id: z.string(), name: z.string(), mrn: z.string().nullable() },
      ...{ mergeId: z.string(), at: z.string(), userName: z.string().nullable() },
    }),
  ),
  version: z.int().nonnegative(),
})
export type PatientRecord = z.infer<typeof patientRecordSchema>

export const patientRecordExample: PatientRecord = {
  _id: 'p1',
  organizationId: 'org_cedar',
  patientImportId: 'i1',
  firstName: 'Rosalind',
  lastName: 'Carver',
  name: 'Rosalind Carver',
  phoneNumber: '+15125550142',
  email: 'rosalind.carver@patients.test',
  birthdate: '1968-03-14',
  gender: 'female',
  mrn: '204-8817',
  cashPay: false,
  insuranceType: 'Blue Cross PPO',
  eligible: true,
  preferredContact: 'text',
  timezone: null,
  doctorId: 'doc_okafor',
  doctorName: 'Dr. Amara Okafor',
  smsStatus: 'subscribed',
  textEnable: true,
  askedToStop: false,
  marketingConsent: null,
  deceased: false,
  household: 1,
  nextVisit: null,
  lastVisitAt: null,
  mergedFrom: [],
  version: 9,
}
