/** The form that edits a doctor, its checks by the rules of the call, and what it sends. */
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import type { BodyOf } from '@foyer/contracts/call.ts'
import type { Calls } from '@foyer/contracts/calls.ts'
import {
  ADDRESS_MAX,
  BIO_MAX,
  DOCTOR_NAME_MAX,
  isNpi,
  LANGUAGE_MAX,
  LANGUAGES_MAX,
  SPECIALTY_MAX,
} from '@foyer/contracts/doctors/doctor.rules.ts'
import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { cleanPhone, displayPhone } from '@foyer/contracts/phone.rules.ts'
import type { ChangedPart } from '../../../parts/form/conflict-notice.tsx'
import { emailProblem, lengthProblem, phoneProblem } from '../../../parts/form/contact-problems.rules.ts'
import type { Wrong } from '../../../parts/form/use-form.ts'

/** A doctor's fields as the form has them; an empty text stands for what is not known. */
export interface TypedDoctor {
  firstName: string
  lastName: string
  specialty: string
  departmentId: string
  npi: string
  /** Separated by commas. */
  languages: string
  phone: string
  email: string
  address: string
  bio: string
}

type Edit = Omit<BodyOf<Calls['updateDoctor']>, 'organizationId' | 'doctorId' | 'version'>

export function typedOf(doctor: Doctor): TypedDoctor {
  return {
    ...{ firstName: doctor.firstName, lastName: doctor.lastName, specialty: doctor.specialty ?? '' },
    ...{ departmentId: doctor.departmentId ?? '', npi: doctor.npi ?? '', languages: doctor.languages.join(', ') },
    ...{ phone: displayPhone(doctor.phone), email: doctor.email ?? '', address: doctor.address ?? '' },
    bio: doctor.bio ?? '',
  }
}

/** The errors by the path of their field. */
export function doctorProblems(typed: TypedDoctor): Wrong {
  return {
    firstName: lengthProblem(typed.firstName, DOCTOR_NAME_MAX),
    lastName: isBlank(typed.lastName) ? 'Type the last name' : lengthProblem(typed.lastName, DOCTOR_NAME_MAX),
    specialty: lengthProblem(typed.specialty, SPECIALTY_MAX),
    npi:
      typed.npi.trim() === '' || isNpi(typed.npi.trim())
        ? undefined
        : 'Check the NPI: ten digits, the last one checks the others',
    languages: languagesProblem(typed.languages),
    phone: phoneProblem(typed.phone),
    email: emailProblem(typed.email),
    address: lengthProblem(typed.address, ADDRESS_MAX),
    bio: lengthProblem(typed.bio, BIO_MAX),
  }
}

function languagesOf(typed: string): string[] {
  return typed
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
}

function languagesProblem(typed: string): string | undefined {
  const all = languagesOf(typed)
  if (all.length > LANGUAGES_MAX) return `At most ${LANGUAGES_MAX} languages`
  if (all.some((one) => one.length > LANGUAGE_MAX))
    return `At most ${LANGUAGE_MAX} characters each, with commas between them`
  const isTwice = new Set(all.map((one) => one.toLowerCase())).size < all.length
  return isTwice ? 'A language is named twice' : undefined
}

const NAMES = [
  ...(['firstName', 'lastName', 'specialty', 'departmentId', 'npi', 'languages', 'phone', 'email'] as const),
  ...(['address', 'bio'] as const),
] satisfies (keyof TypedDoctor)[]

/** The fields that were changed, as the call takes them. The others are left to whoever changes them meanwhile. */
export function editOf(typed: TypedDoctor, seen: Doctor): Edit {
  const before = typedOf(seen)
  const changed = NAMES.filter((name) => typed[name].trim() !== before[name])
  return Object.fromEntries(changed.map((name) => [name, sentOf(name, typed[name].trim())]))
}

function sentOf(name: keyof TypedDoctor, text: string): string | string[] | null {
  if (name === 'languages') return languagesOf(text)
  if (name === 'firstName' || name === 'lastName') return text
  if (text === '') return null
  return name === 'phone' ? cleanPhone(text) : text
}

/** Keeps the fields that were changed here, and takes all others as someone else saved them. */
export function mineOver(typed: TypedDoctor, seen: Doctor, theirs: Doctor): TypedDoctor {
  const [before, after] = [typedOf(seen), typedOf(theirs)]
  const own = NAMES.filter((name) => typed[name] !== before[name])
  return { ...after, ...Object.fromEntries(own.map((name) => [name, typed[name]])) }
}

const TITLES: Readonly<Record<keyof TypedDoctor, string>> = {
  ...{ firstName: 'First name', lastName: 'Last name', specialty: 'Specialty', departmentId: 'Department', npi: 'NPI' },
  ...{ languages: 'Languages', phone: 'Phone', email: 'Email', address: 'Address', bio: 'About' },
}

/** The fields that differ between two states of a doctor, with the words of the later one. */
export function changedParts(before: Doctor, now: Doctor): ChangedPart[] {
  const [earlier, later] = [typedOf(before), typedOf(now)]
  const changed = NAMES.filter((name) => earlier[name] !== later[name])
  const words = (name: keyof TypedDoctor) => (name === 'departmentId' ? (now.departmentName ?? '') : later[name])
  return changed.map((name) => ({ title: TITLES[name], now: words(name) || 'None' }))
}
