/** The words for the fields of a patient's record. */
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'

export const GENDERS: Readonly<Record<PatientRecord['gender'], string | null>> = {
  male: 'Male',
  female: 'Female',
  other: 'Other',
  unknown: null,
}

export const CONTACTS: Readonly<Record<NonNullable<PatientRecord['preferredContact']>, string>> = {
  text: 'Text message',
  call: 'Phone call',
  email: 'Email',
}

export function textingWords({ phoneNumber, smsStatus, deceased }: PatientRecord): string {
  if (deceased) return 'Off, deceased'
  if (phoneNumber === null) return 'No number'
  if (smsStatus === 'blocked') return 'Blocked by the clinic'
  return smsStatus === 'opted_out' ? 'Opted out' : 'On'
}
