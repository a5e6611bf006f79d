/** The fields of a record that staff edit, and which edits come too late. */
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'

export type PatientFields = Omit<
  Pick<
    PatientRecord,
    | 'firstName'
    | 'lastName'
    | 'phoneNumber'
    | 'email'
    | 'birthdate'
    | 'gender'
    | 'mrn'
    | 'cashPay'
    | 'insuranceType'
    | 'preferredContact'
    | 'timezone'
    | 'doctorId'
    | 'deceased'
  >,
  never
> & {
  /** Null: not known. */
  readonly eligible: boolean | null
  /** The day of the written consent to promotion; null without one. */
  readonly marketingConsentOn: string | null
  readonly marketingConsentSource: string | null
}

/** A patient's row, locked for a change. */
export interface PatientState {
  readonly id: string
  readonly fields: Readonly<PatientFields>
  /** The version that the record had before a field's last edit; a field that was never edited is missing. */
  readonly editedAfter: Readonly<Record<string, number>>
}

export type PatientEdit = Partial<PatientFields>

/** The asked fields that differ from the stored ones. */
export function differing({ fields }: PatientState, asked: PatientEdit): PatientEdit {
  return Object.fromEntries(
    Object.entries(asked).filter(
      ([name, value]) => value !== undefined && value !== fields[name as keyof PatientFields],
    ),
  )
}

/** Whether one of the fields was edited after the version that the editor saw. */
export function isStale({ editedAfter }: PatientState, edit: PatientEdit, seenVersion: number): boolean {
  return Object.keys(edit).some((name) => seenVersion <= (editedAfter[name] ?? -1))
}
