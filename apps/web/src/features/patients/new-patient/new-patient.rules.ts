/** What the form of a new patient begins with and sends, and when two numbers are the same. */
import type { BodyOf } from '@foyer/contracts/call.ts'
import type { Calls } from '@foyer/contracts/calls.ts'
import { cleanPhone } from '@foyer/contracts/phone.rules.ts'
import type { TypedPatient } from '../chart/edit.rules.ts'

export const NEW_PATIENT: TypedPatient = {
  firstName: '',
  lastName: '',
  birthdate: '',
  gender: 'unknown',
  mrn: '',
  doctorId: '',
  phoneNumber: '',
  email: '',
  preferredContact: '',
  timezone: '',
  insuranceType: '',
  eligible: false,
  cashPay: false,
  deceased: false,
}

type Added = Omit<BodyOf<Calls['addPatient']>, 'organizationId'>

/** The fields that are known. */
export function addedOf({ deceased: _, firstName, lastName, ...rest }: TypedPatient): Added {
  const known = Object.entries(rest)
    .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [name, name === 'phoneNumber' ? cleanPhone(String(value)) : value])
  return { firstName: firstName.trim(), lastName: lastName.trim(), ...Object.fromEntries(known) }
}

const NATIONAL = 10

/** The digits by which a number is compared and found; null while the number is not complete. */
export function comparedNumber(typed: string | null): string | null {
  const digits = cleanPhone(typed?.trim() ?? '')
  const national = digits.length === NATIONAL + 1 && digits.startsWith('1') ? digits.slice(1) : digits
  return national.length >= NATIONAL && national.length <= 15 ? national : null
}
