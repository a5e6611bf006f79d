/** The input for a new patient, and its checks. */
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import { cleanPhone } from '@foyer/contracts/phone.rules.ts'

export interface NewPatient {
  readonly firstName: string
  readonly lastName: string
  /** YYYY-MM-DD, the value of a date field. */
  readonly dob: string
  readonly phoneNumber: string
  readonly mrn: string
}

export type NewPatientErrors = Partial<Record<keyof NewPatient, string>>

const NAME_MAX = 100
const MRN_MAX = 40
const EARLIEST = '1900-01-01'

/** Checks by the rules of the call, so that most errors show before sending. [CALL-INBOX-27] */
export function newPatientErrors(typed: NewPatient, today: string): NewPatientErrors {
  const digits = cleanPhone(typed.phoneNumber.trim()).length
  return onlyDefined({
    firstName: nameError(typed.firstName, 'Type the first name'),
    lastName: nameError(typed.lastName, 'Type the last name'),
    dob: birthError(typed.dob, today),
    phoneNumber: digits >= 10 && digits <= 15 ? undefined : 'Needs 10 digits, like (512) 555-0142',
    mrn: typed.mrn.trim().length > MRN_MAX ? `At most ${MRN_MAX} characters` : undefined,
  })
}

/** The body of the call. */
export function patientBody({ firstName, lastName, dob, phoneNumber, mrn }: NewPatient) {
  const number = mrn.trim()
  return {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    dob,
    phoneNumber: cleanPhone(phoneNumber.trim()),
    ...(number === '' ? {} : { mrn: number }),
  }
}

function nameError(typed: string, missing: string): string | undefined {
  if (isBlank(typed)) return missing
  return typed.trim().length > NAME_MAX ? `At most ${NAME_MAX} characters` : undefined
}

function birthError(dob: string, today: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(dob)) return 'Type the birth date'
  if (dob > today) return 'This day has not come yet'
  return dob < EARLIEST ? 'Check the year' : undefined
}

function onlyDefined(errors: Record<keyof NewPatient, string | undefined>): NewPatientErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined))
}
