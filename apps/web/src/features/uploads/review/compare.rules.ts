/** A row beside the stored patient. */
import type { ImportColumn, ImportRow, ImportValue, Issue } from '@foyer/contracts/imports/imports.ts'
import { fieldOf, type ImportKind, kindOf } from '@foyer/contracts/imports/kinds.rules.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { bornLabel } from '../../../lib/birth.rules.ts'

export interface ComparedLine {
  readonly field: string
  readonly label: string
  readonly ours: string
  /** Null where it is not known. */
  readonly theirs: string | null
  readonly isSame: boolean | null
}

/** A stored record in a list of those that a row may mean. */
export function namedRecord({ name, detail }: NonNullable<Issue['records']>[number]): string {
  return detail === undefined ? name : `${name}, ${detail}`
}

/** The noun of the records that a row may mean: visits of one time are appointments, and the others of visits are patients. */
export function comparedNoun(kind: ImportKind, issue: Pick<Issue, 'code' | 'field'> | undefined): string {
  const isVisit = kind === 'appointments' && issue?.code === 'several_records' && issue.field === 'startTime'
  const isOfPatient = kind === 'appointments' || kind === 'referrals'
  return kindOf(isOfPatient && !isVisit ? 'demographics' : kind).one
}

/** The fields of the file, each with what the row says and what is stored. */
export function comparedLines(
  kind: ImportKind,
  columns: readonly ImportColumn[],
  { cells, values, plan }: ImportRow,
  stored: PatientRecord | undefined,
): readonly ComparedLine[] {
  return columns.flatMap(({ field, index }) => {
    const label = field === null ? undefined : fieldOf(kind, field)?.label
    if (field === null || label === undefined) return []
    const change = plan?.changes.find((one) => one.field === field)
    const own = values[field]
    const ours = own === undefined ? (cells[index] ?? '') : wordsOf(field, own)
    const known = change ? change.before : stored && storedValue(stored, field)
    const theirs = known === undefined ? null : wordsOf(field, known)
    return [{ field, label, ours, theirs, isSame: theirs === null || ours === '' ? null : ours === theirs }]
  })
}

function storedValue(patient: PatientRecord, field: string): ImportValue | undefined {
  const { mrn, lastName, firstName, name, birthdate, phoneNumber, email, gender, insuranceType, cashPay } = patient
  const { preferredContact, textEnable, marketingConsent } = patient
  const stored: Readonly<Record<string, ImportValue | undefined>> = {
    ...{ mrn, patientMrn: mrn, lastName, firstName, fullName: name, dob: birthdate, phoneNumber, email },
    ...{ gender, insuranceType, cashPay, preferredContact, textEnable },
    marketingConsentOn: marketingConsent?.on ?? null,
    marketingConsentSource: marketingConsent?.source ?? null,
  }
  return stored[field]
}

function wordsOf(field: string, value: ImportValue): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (field === 'dob' || field === 'marketingConsentOn') return bornLabel(value)
  return field === 'phoneNumber' ? displayPhone(value) : value
}
