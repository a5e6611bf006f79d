/** The words in the head of a chart. */
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { ageOn, bornLabel } from '../../../lib/birth.rules.ts'

/** "58 years"; in months for a small child: "7 months". Null if it is not known. */
export function ageWords(birthdate: string | null, today: string): string | null {
  if (birthdate === null) return null
  const years = ageOn(birthdate, today)
  if (years === null) return null
  if (years >= 2) return `${years} years`
  const months = monthsOf(today) - monthsOf(birthdate) - (today.slice(8) < birthdate.slice(8) ? 1 : 0)
  if (months < 1) return 'under 1 month'
  return months === 1 ? '1 month' : `${months} months`
}

const monthsOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

/** "58 years, born 03/14/1968", "MRN 204-8817", "(512) 555-0142": those that are known. */
export function headFacts({ birthdate, mrn, phoneNumber }: PatientRecord, today: string): string[] {
  const age = ageWords(birthdate, today)
  const born = birthdate === null ? null : `born ${bornLabel(birthdate)}`
  const life = [age, born].filter((part) => part !== null).join(', ')
  return [
    life === '' ? 'Birth date not known' : `${life.charAt(0).toUpperCase()}${life.slice(1)}`,
    mrn === null ? 'No MRN' : `MRN ${mrn}`,
    phoneNumber === null ? 'No phone number' : displayPhone(phoneNumber),
  ]
}

export interface Chip {
  readonly kind: 'deceased' | 'optedOut' | 'blocked' | 'askedToStop' | 'household'
  readonly tone: 'bad' | 'warn' | 'plain'
  readonly text: string
}

/** The facts that staff must not overlook before they write to the patient. */
export function chipsOf({ deceased, smsStatus, askedToStop, household }: PatientRecord): Chip[] {
  const chips: Chip[] = []
  if (deceased) chips.push({ kind: 'deceased', tone: 'bad', text: 'Deceased' })
  if (smsStatus === 'opted_out') chips.push({ kind: 'optedOut', tone: 'bad', text: 'Opted out' })
  if (smsStatus === 'blocked') chips.push({ kind: 'blocked', tone: 'bad', text: 'Number blocked' })
  if (askedToStop) chips.push({ kind: 'askedToStop', tone: 'warn', text: 'Asked for no texts' })
  if (household > 1) chips.push({ kind: 'household', tone: 'plain', text: `Household ${household}` })
  return chips
}
