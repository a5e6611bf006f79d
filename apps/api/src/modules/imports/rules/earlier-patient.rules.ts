/** The patient of an appointment's row beside the earlier rows about the same patient: the first of them says who the patient is. */
import type { FieldChange, Issue } from '@foyer/contracts/imports/imports.ts'
import { fieldOf } from '@foyer/contracts/imports/kinds.rules.ts'
import { matchIssue } from './candidates.rules.ts'
import { issueAt, type ReadySheet, type Values } from './check-row.rules.ts'
import { type CheckedRowOfFile, type EarlierRow, rowBefore } from './earlier-rows.rules.ts'
import { patientKey, type RowKey, visitKey } from './keys.rules.ts'
import type { PlannedRow, RecordPlan } from './plan.rules.ts'

/**
 * The keys of an appointment's patient: the row's MRN, and of a patient who gets it from the row also the former MRN. A patient
 * without a former MRN has the id in its place.
 */
export function patientKeys(values: Values, { patient }: PlannedRow, { kind }: ReadySheet): readonly string[] {
  if (kind !== 'appointments') return []
  const change = mrnChange(patient)
  const former = change && (patientKey({ patientMrn: change.before }) ?? patient?.recordId)
  return [patientKey(values), former].filter((key) => typeof key === 'string')
}

/**
 * The key of the visit by the patient's former MRN, or by the id of a patient without one: earlier rows that name the visit by its
 * own ID moved it under that key.
 */
export function visitKeysOfFormerMrn(values: Values, { patient }: PlannedRow, sheet: ReadySheet): readonly RowKey[] {
  const change = mrnChange(patient)
  return change && patient?.recordId ? visitKey({ ...values, patientMrn: change.before }, patient.recordId, sheet) : []
}

function mrnChange(patient: RecordPlan | null): FieldChange | undefined {
  return patient?.changes.find(({ field }) => field === 'mrn')
}

export interface PatientAfter {
  /** The patient is that of an earlier row, so this row writes nothing of them. */
  readonly isOfEarlier: boolean
  readonly issues: readonly Issue[]
}

/** The first of several rows about one patient says who the patient is; the later ones have appointments alone. */
export function patientAfter(
  row: CheckedRowOfFile,
  planned: PlannedRow,
  earlier: ReadonlyMap<string, EarlierRow>,
  sheet: ReadySheet,
): PatientAfter {
  const key = patientKey(row.values)
  const before = patientKeys(row.values, planned, sheet).flatMap((one) => rowBefore(earlier, one, row) ?? [])
  const withOther = before.find(({ values }) => patientKey(values) !== key)
  if (withOther !== undefined) return { isOfEarlier: true, issues: [otherMrn(withOther, sheet)] }
  const [first] = before
  if (first === undefined) return { isOfEarlier: false, issues: planned.patient?.issues ?? [] }
  const other = otherPatient(row, planned, first, sheet)
  return { isOfEarlier: true, issues: other === undefined ? differences(row, first, sheet) : [other] }
}

/** One of the two rows gives the patient an MRN, after which nobody has that of the other. */
function otherMrn({ row }: EarlierRow, sheet: ReadySheet): Issue {
  const message = `Row ${row} has another MRN of this patient`
  return issueAt(sheet, 'patientMrn', { code: 'repeated_key', message })
}

/** Two rows with one MRN must not mean two patients. By the choice of an earlier row only rows with the same choice are found. */
function otherPatient(
  { decision }: CheckedRowOfFile,
  { patient }: PlannedRow,
  { row, chosen }: EarlierRow,
  sheet: ReadySheet,
): Issue | undefined {
  if (patient === null) return undefined
  if (decision === null || decision === 'new') {
    if (patient.recordId !== null || chosen === null) return undefined
    const message = `Row ${row} has this MRN for ${chosen.name}`
    return matchIssue({ code: 'belongs_to_other', field: 'patientMrn', message, records: [chosen] }, sheet)
  }
  const refusal = patient.issues.find(({ code }) => code === 'belongs_to_other' || code === 'no_such_record')
  if (refusal !== undefined || mrnChange(patient) === undefined) return refusal
  if (chosen?.recordId === decision.same) return undefined
  return issueAt(sheet, 'patientMrn', { code: 'repeated_key', message: `Row ${row} has this MRN for another patient` })
}

function differences({ values }: CheckedRowOfFile, first: EarlierRow, sheet: ReadySheet): readonly Issue[] {
  const other = Object.entries(values).find(
    ([name, value]) => fieldOf(sheet.kind, name)?.of === 'patient' && first.values[name] !== value,
  )
  if (other === undefined) return []
  const label = fieldOf(sheet.kind, other[0])?.label ?? other[0]
  const message = `${label} differs from row ${first.row}, which counts`
  return [issueAt(sheet, other[0], { code: 'differs_from_row', message })]
}
