/** A patient's fields as imports name them, and as the record stores them. */
import type { FieldChange, ImportValue } from '@foyer/contracts/imports/imports.ts'
import type { StoredRecord, Values, WantedRow } from '../../import-target.ts'
import type { PatientEdit } from '../../patients/patient-fields.rules.ts'
import type { FoundPatient, WantedPatient } from '../../patients/patients.ts'

export function wantedOf({ values, decision }: WantedRow): WantedPatient {
  const { mrn, firstName, lastName, dob } = values
  const isPerson = isText(firstName) && isText(lastName) && isText(dob)
  return {
    mrn: isText(mrn) ? mrn : null,
    person: isPerson ? { firstName, lastName, birthdate: dob } : null,
    id: decision === null || decision === 'new' ? null : decision.same,
  }
}

export function storedOf(patient: FoundPatient): StoredRecord {
  const { firstName, lastName } = patient
  return {
    recordId: patient.id,
    name: `${firstName} ${lastName}`.trim(),
    values: {
      ...{ mrn: patient.mrn, lastName: lastName || null, firstName: firstName || null, dob: patient.birthdate },
      ...{ phoneNumber: patient.phoneNumber, email: patient.email, gender: patient.gender },
      ...{ insuranceType: patient.insuranceType, cashPay: patient.cashPay },
      preferredContact: patient.preferredContact,
      marketingConsentOn: patient.marketingConsentOn,
      marketingConsentSource: patient.marketingConsentSource,
    },
  }
}

const STORED = {
  ...({ mrn: 'mrn', lastName: 'lastName', firstName: 'firstName', dob: 'birthdate' } as const),
  ...({ phoneNumber: 'phoneNumber', email: 'email', gender: 'gender', insuranceType: 'insuranceType' } as const),
  ...({ cashPay: 'cashPay', preferredContact: 'preferredContact' } as const),
  marketingConsentOn: 'marketingConsentOn',
  marketingConsentSource: 'marketingConsentSource',
} satisfies Readonly<Record<string, keyof PatientEdit>>

/** The fields to save. The consent to texts belongs to the number and is none of them. */
export function editOf(changes: readonly FieldChange[]): PatientEdit {
  const entries = changes.flatMap(({ field, after }): [string, ImportValue][] =>
    field in STORED ? [[STORED[field as keyof typeof STORED], after]] : [],
  )
  return Object.fromEntries(entries) as PatientEdit
}

export function optsOut(changes: readonly FieldChange[]): boolean {
  return changes.some(({ field, after }) => field === 'textEnable' && after === false)
}

/** The keys by which rows of a file mean one patient, as the store compares them. */
export function keysOf({ mrn, firstName, lastName, dob }: Values, fold: (name: string) => string): readonly string[] {
  const ofMrn = isText(mrn) ? [JSON.stringify(['mrn', mrn.toLowerCase()])] : []
  const isPerson = isText(firstName) && isText(lastName) && isText(dob)
  return isPerson ? [...ofMrn, JSON.stringify(['person', fold(lastName), fold(firstName), dob])] : ofMrn
}

/** Whether the record has all that the row says, so that nothing is written of it. */
export function isAsStored(values: Values, stored: Values): boolean {
  return Object.entries(values).every(
    ([field, value]) => field === 'textEnable' || isSame(field, stored[field] ?? null, value),
  )
}

const WITHOUT_CASE = ['email', 'mrn', 'patientMrn', 'appointmentId']
const NAMES = ['firstName', 'lastName']

/** An address or an ID in other letters changes nothing, nor does a name in capitals alone. */
function isSame(field: string, before: ImportValue, after: ImportValue): boolean {
  if (before === after) return true
  if (!isText(before) || !isText(after) || before.toLowerCase() !== after.toLowerCase()) return false
  const isOfOneCase = after === after.toUpperCase() || after === after.toLowerCase()
  return WITHOUT_CASE.includes(field) || (NAMES.includes(field) && isOfOneCase)
}

function isText(value: ImportValue | undefined): value is string {
  return typeof value === 'string'
}
