import type { Patient } from '@foyer/contracts/inbox/patient.ts'
import { numberOfDigits } from '../organizations/numbers.rules.ts'

/** The patient whom a number or an address belongs to, with the fields that a conversation needs. */
export interface Owner {
  readonly id: string
  readonly name: string
  readonly mrn: string | null
}

/** A patient to add. */
export interface NewPatient {
  readonly organizationId: string
  readonly id: string
  readonly importId: string
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: string
  readonly birthdate: string
  readonly mrn: string | null
}

/** The fields that a staff member entered. The phone number is the digits of a call. */
interface Written {
  readonly firstName: string
  readonly lastName: string
  readonly dob: string
  readonly phoneNumber: string
  readonly mrn?: string | undefined
}

export function newPatient(
  made: Pick<NewPatient, 'organizationId' | 'id' | 'importId'>,
  { firstName, lastName, dob, phoneNumber, mrn }: Written,
): NewPatient {
  return { ...made, firstName, lastName, phoneNumber: numberOfDigits(phoneNumber), birthdate: dob, mrn: mrn || null }
}

export function patientOf(patient: NewPatient): Patient {
  const { id: _id, importId: patientImportId, firstName, lastName, phoneNumber, birthdate, mrn } = patient
  return { _id, patientImportId, name: `${firstName} ${lastName}`, phoneNumber, birthdate, mrn }
}
