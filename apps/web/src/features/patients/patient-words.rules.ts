/** The words of a patient's row. */
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { ageOn, bornLabel } from '../../lib/birth.rules.ts'
import { hasName, NO_NAME } from '../../lib/patient-names.rules.ts'

/** [ENTITY-04] The patient's name, or the number of one without a name. */
export function nameOf({ name, phoneNumber }: Pick<PatientRecord, 'name' | 'phoneNumber'>): string {
  if (hasName(name)) return name
  return phoneNumber === null ? NO_NAME : displayPhone(phoneNumber)
}

/** "03/14/1968, 58" */
export function bornWords(birthdate: string, today: string): string {
  const age = ageOn(birthdate, today)
  return age === null ? bornLabel(birthdate) : `${bornLabel(birthdate)}, ${age}`
}

interface Texting {
  readonly tone: 'ok' | 'warn' | 'bad' | 'muted'
  readonly word: string
}

/** Whether the clinic may text the patient. */
export function textingOf(patient: PatientRecord): Texting {
  const { deceased, phoneNumber, smsStatus, askedToStop } = patient
  if (deceased) return { tone: 'muted', word: 'Deceased' }
  if (phoneNumber === null) return { tone: 'muted', word: 'No number' }
  if (smsStatus === 'opted_out') return { tone: 'bad', word: 'Opted out' }
  if (smsStatus === 'blocked') return { tone: 'bad', word: 'Blocked' }
  return askedToStop ? { tone: 'warn', word: 'Asked to stop' } : { tone: 'ok', word: 'On' }
}
