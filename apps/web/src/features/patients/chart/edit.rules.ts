/** The form that edits a patient's record, its checks by the rules of the call, and what it sends. */

import { isBlank } from '@foyer/contracts/blank.rules.ts'
import type { BodyOf } from '@foyer/contracts/call.ts'
import type { Calls } from '@foyer/contracts/calls.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { cleanPhone, displayPhone } from '@foyer/contracts/phone.rules.ts'
import { isDay } from '@foyer/contracts/time/calendar.rules.ts'
import { bornLabel } from '../../../lib/birth.rules.ts'
import type { ChangedPart } from '../../../parts/form/conflict-notice.tsx'
import { emailProblem, lengthProblem, phoneProblem } from '../../../parts/form/contact-problems.rules.ts'
import type { Wrong } from '../../../parts/form/use-form.ts'
import { CONTACTS, GENDERS } from './patient-words.rules.ts'

/** A patient's fields as a form has them; an empty text stands for what is not known. */
export interface TypedPatient {
  firstName: string
  lastName: string
  birthdate: string
  gender: PatientRecord['gender']
  mrn: string
  doctorId: string
  phoneNumber: string
  email: string
  preferredContact: NonNullable<PatientRecord['preferredContact']> | ''
  timezone: string
  insuranceType: string
  eligible: boolean
  cashPay: boolean
  deceased: boolean
}

type Edit = Omit<BodyOf<Calls['savePatient']>, 'organizationId' | 'version'>

const NAME_MAX = 100
const MRN_MAX = 40
const EARLIEST = '1900-01-01'

export function typedOf(patient: PatientRecord): TypedPatient {
  const { firstName, lastName, gender, eligible, cashPay, deceased } = patient
  return {
    ...{ firstName, lastName, gender, eligible, cashPay, deceased },
    birthdate: patient.birthdate ?? '',
    mrn: patient.mrn ?? '',
    doctorId: patient.doctorId ?? '',
    phoneNumber: displayPhone(patient.phoneNumber),
    email: patient.email ?? '',
    preferredContact: patient.preferredContact ?? '',
    timezone: patient.timezone ?? '',
    insuranceType: patient.insuranceType ?? '',
  }
}

/** The errors by the path of their field. */
export function patientProblems(typed: TypedPatient, today: string): Wrong {
  return {
    firstName: nameProblem(typed.firstName, 'Type the first name'),
    lastName: nameProblem(typed.lastName, 'Type the last name'),
    birthdate: birthProblem(typed.birthdate, today),
    mrn: lengthProblem(typed.mrn, MRN_MAX),
    phoneNumber: phoneProblem(typed.phoneNumber),
    email: emailProblem(typed.email),
    insuranceType: lengthProblem(typed.insuranceType, NAME_MAX),
  }
}

function nameProblem(typed: string, missing: string): string | undefined {
  return isBlank(typed) ? missing : lengthProblem(typed, NAME_MAX)
}

function birthProblem(day: string, today: string): string | undefined {
  if (day === '') return undefined
  if (!isDay(day)) return 'Check the day'
  if (day > today) return 'This day has not come yet'
  return day < EARLIEST ? 'Check the year' : undefined
}

const NAMES = [
  'firstName',
  'lastName',
  'birthdate',
  'gender',
  'mrn',
  'doctorId',
  'phoneNumber',
  'email',
  'preferredContact',
  'timezone',
  'insuranceType',
  'eligible',
  'cashPay',
  'deceased',
] as const satisfies (keyof TypedPatient)[]

/** The fields that were changed, as the call takes them. The others are left to whoever changes them meanwhile. */
export function editOf(typed: TypedPatient, seen: PatientRecord): Edit {
  const before = typedOf(seen)
  const changed = NAMES.filter((name) => typed[name] !== before[name])
  return Object.fromEntries(changed.map((name) => [name, sentOf(name, typed[name])]))
}

function sentOf(name: keyof TypedPatient, value: TypedPatient[keyof TypedPatient]): string | boolean | null {
  if (typeof value === 'boolean') return value
  const text = value.trim()
  if (text === '') return null
  return name === 'phoneNumber' ? cleanPhone(text) : text
}

/** Keeps the fields that were changed here, and takes all others as someone else saved them. */
export function mineOver(typed: TypedPatient, seen: PatientRecord, theirs: PatientRecord): TypedPatient {
  const [before, after] = [typedOf(seen), typedOf(theirs)]
  const own = NAMES.filter((name) => typed[name] !== before[name])
  return { ...after, ...Object.fromEntries(own.map((name) => [name, typed[name]])) }
}

/** The fields that differ between two states of a record, with the words of the later one. */
export function changedParts(before: PatientRecord, now: PatientRecord): ChangedPart[] {
  const earlier = partsOf(before)
  return partsOf(now).filter((part, place) => part.now !== earlier[place]?.now)
}

function partsOf(patient: PatientRecord): ChangedPart[] {
  const { birthdate, phoneNumber, preferredContact, timezone, eligible, cashPay, deceased } = patient
  const part = (title: string, now: string | null) => ({ title, now: now === null || now === '' ? 'None' : now })
  const yesNo = (is: boolean) => (is ? 'Yes' : 'No')
  return [
    part('First name', patient.firstName),
    part('Last name', patient.lastName),
    part('Birth date', birthdate && bornLabel(birthdate)),
    part('Gender', GENDERS[patient.gender] ?? 'Not known'),
    part('MRN', patient.mrn),
    part('Doctor', patient.doctorName),
    part('Phone', displayPhone(phoneNumber)),
    part('Email', patient.email),
    part('Prefers', preferredContact && CONTACTS[preferredContact]),
    part('Time zone', timezone?.replaceAll('_', ' ') ?? 'The clinic’s'),
    part('Insurance', patient.insuranceType),
    part('Eligible', yesNo(eligible)),
    part('Cash pay', yesNo(cashPay)),
    part('Deceased', yesNo(deceased)),
  ]
}

const ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
]

/** The zones to choose from: the clinic's by itself, the usual ones, and the patient's own if it is another. */
export function zoneChoices(clinicZone: string, own: string | null) {
  const zones = own === null || ZONES.includes(own) ? ZONES : [...ZONES, own]
  return [
    { value: '', label: `The clinic’s, ${clinicZone.replaceAll('_', ' ')}` },
    ...zones.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
  ]
}
