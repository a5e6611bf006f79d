/**
 * Settles the rows of a file in their order: an earlier row may have the key of a later one. Only a row that is imported counts as an
 * earlier one.
 *
 * A chunk of rows goes through `checkRow`. The owner of the records finds the stored side by `rowKeys` and the values, and `planRow`
 * makes a plan with it. Then `settleRows` gets the earlier rows of the file that have one of the `lookedUpKeys`. The dry run and the
 * import do the same, so they come to the same outcomes.
 */
import type { Decision, FieldChange, ImportRow, Issue } from '@foyer/contracts/imports/imports.ts'
import { fieldOf, type ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import type { RecordChange } from '../../import-target.ts'
import { hasError, issueAt, type ReadySheet, type Values } from './check-row.rules.ts'
import { optOutKey, patientKey, type RowKey, recordKey, rowKeys } from './keys.rules.ts'
import type { PlannedRow, RecordPlan } from './plan.rules.ts'

/** An earlier row of the file that is imported, with its values. */
export interface EarlierRow {
  readonly row: number
  readonly values: Values
}

export interface CheckedRowOfFile {
  readonly row: number
  readonly values: Values
  /** Those of its cells alone. */
  readonly issues: readonly Issue[]
  readonly decision: Decision | null
  readonly isSkipped: boolean
}

export interface SettledRow {
  readonly row: number
  readonly state: 'ready' | 'error' | 'skipped'
  readonly issues: readonly Issue[]
  /** As screens show it: the changes of the record and of the patient together. */
  readonly plan: NonNullable<ImportRow['plan']>
  /** The changes of the kind's own record. */
  readonly record: RecordChange
  /** The changes of the patient of an appointment or a referral, in the fields of demographics. */
  readonly patient: RecordChange | null
  /** The keys under which later rows find this one, if it is ready. */
  readonly keys: readonly string[]
}

/** The keys by which the engine looks for earlier rows of a planned one. */
export function lookedUpKeys(values: Values, planned: PlannedRow, sheet: ReadySheet): readonly string[] {
  return [
    ...keysOfPlanned(values, planned, sheet).map(({ text }) => text),
    ...patientKeys(values, planned, sheet),
    ...(planned.number === null ? [] : [optOutKey(planned.number)]),
  ]
}

export interface PlannedRowOfFile {
  readonly checked: CheckedRowOfFile
  readonly planned: PlannedRow
}

/** Settles rows in the order of the file. `earlier` has the ready rows of the file before these, by their keys. */
export function settleRows(
  rows: readonly PlannedRowOfFile[],
  earlier: ReadonlyMap<string, EarlierRow>,
  sheet: ReadySheet,
): SettledRow[] {
  const known = new Map(earlier)
  return rows.map(({ checked, planned }) => {
    const settled = settleRow(checked, planned, known, sheet)
    if (settled.state === 'ready') {
      const { row, values } = checked
      for (const key of settled.keys) if (!known.has(key)) known.set(key, { row, values })
    }
    return settled
  })
}

function settleRow(
  row: CheckedRowOfFile,
  planned: PlannedRow,
  earlier: ReadonlyMap<string, EarlierRow>,
  sheet: ReadySheet,
): SettledRow {
  const { values } = row
  const before = earlierOf(row, planned, earlier, sheet)
  const isRepeated = before !== null && isContained(values, before.earlier.values, sheet.kind)
  const ofPatient = patientAfter(row, planned, earlier, sheet)
  const optOut = optOutBefore(row, planned, earlier)
  const issues = [
    ...row.issues,
    ...(before !== null && !isRepeated ? [repeatedKey(before, sheet)] : []),
    ...(isRepeated ? [] : planned.record.issues),
    ...ofPatient.issues,
    ...(optOut !== null && values.textEnable === true ? [textingEnds(optOut, sheet)] : []),
  ]
  const isRefused = row.isSkipped || hasError(issues)
  const written = (plan: RecordPlan, isLeftOut: boolean): RecordChange => ({
    recordId: plan.recordId,
    isNew: plan.isNew && !isLeftOut,
    changes:
      isRefused || isLeftOut ? [] : plan.changes.filter(({ field }) => optOut === null || field !== 'textEnable'),
  })
  const record = written(planned.record, isRepeated)
  const patient = planned.patient && written(planned.patient, ofPatient.isOfEarlier)
  const changes = [...record.changes, ...(patient?.changes ?? [])]
  const does = record.isNew ? 'create' : changes.length > 0 ? 'update' : 'unchanged'
  return {
    row: row.row,
    state: row.isSkipped ? 'skipped' : isRefused ? 'error' : 'ready',
    issues,
    plan: {
      does: isRefused ? 'refuse' : does,
      recordId: record.recordId,
      name: planned.name,
      changes: changes.filter(({ field }) => fieldOf(sheet.kind, field) !== undefined),
    },
    record,
    patient,
    keys: keysForOthers(row, planned, changes, sheet),
  }
}

interface Before {
  readonly key: RowKey
  readonly earlier: EarlierRow
}

function earlierOf(
  row: CheckedRowOfFile,
  planned: PlannedRow,
  earlier: ReadonlyMap<string, EarlierRow>,
  sheet: ReadySheet,
): Before | null {
  for (const key of keysOfPlanned(row.values, planned, sheet)) {
    const found = earlier.get(key.text)
    if (found === undefined || found.row >= row.row) continue
    const isMeant = !key.isWeaker || rowKeys(found.values, sheet)[0]?.text === key.text
    if (isMeant) return { key, earlier: found }
  }
  return null
}

function keysOfPlanned(values: Values, planned: PlannedRow, sheet: ReadySheet): readonly RowKey[] {
  const keys = rowKeys(values, sheet)
  const { recordId } = planned.record
  return recordId === null ? keys : [...keys, recordKey(sheet.kind, recordId)]
}

/** A later row finds the record by each key that it has after the import. */
function keysForOthers(
  { values }: CheckedRowOfFile,
  planned: PlannedRow,
  changes: readonly FieldChange[],
  sheet: ReadySheet,
): readonly string[] {
  const keys = [...keysOfPlanned(values, planned, sheet), ...rowKeys(planned.after, sheet)].map(({ text }) => text)
  const optsOut = planned.number !== null && changes.some(({ field }) => field === 'textEnable')
  return [
    ...new Set([
      ...keys,
      ...patientKeys(values, planned, sheet),
      ...(optsOut && planned.number !== null ? [optOutKey(planned.number)] : []),
    ]),
  ]
}

/**
 * The keys of an appointment's patient: the row's MRN, and of a patient who gets it from the row also the former MRN. A patient
 * without a former MRN has the id in its place.
 */
function patientKeys(values: Values, { patient }: PlannedRow, { kind }: ReadySheet): readonly string[] {
  if (kind !== 'appointments') return []
  const change = patient?.changes.find(({ field }) => field === 'mrn')
  const former = change && (patientKey({ patientMrn: change.before }) ?? patient?.recordId)
  return [patientKey(values), former].filter((key) => typeof key === 'string')
}

function textingEnds({ row }: EarlierRow, sheet: ReadySheet): Issue {
  const message = `Row ${row} turns texting off for this number`
  return issueAt(sheet, 'textEnable', { code: 'consent_kept', message })
}

/** The first of several rows about one patient says who the patient is; the later ones have appointments alone. */
function patientAfter(
  row: CheckedRowOfFile,
  planned: PlannedRow,
  earlier: ReadonlyMap<string, EarlierRow>,
  sheet: ReadySheet,
): { readonly isOfEarlier: boolean; readonly issues: readonly Issue[] } {
  const key = patientKey(row.values)
  const before = patientKeys(row.values, planned, sheet).flatMap((one) => {
    const found = earlier.get(one)
    return found !== undefined && found.row < row.row ? [found] : []
  })
  const withOther = before.find(({ values }) => patientKey(values) !== key)
  if (withOther !== undefined) return { isOfEarlier: true, issues: [otherMrn(withOther, sheet)] }
  const [first] = before
  if (first === undefined) return { isOfEarlier: false, issues: planned.patient?.issues ?? [] }
  const other = Object.entries(row.values).find(
    ([name, value]) => fieldOf(sheet.kind, name)?.of === 'patient' && first.values[name] !== value,
  )
  if (other === undefined) return { isOfEarlier: true, issues: [] }
  const label = fieldOf(sheet.kind, other[0])?.label ?? other[0]
  const message = `${label} differs from row ${first.row}, which counts`
  return { isOfEarlier: true, issues: [issueAt(sheet, other[0], { code: 'differs_from_row', message })] }
}

/** One of the two rows gives the patient an MRN, after which nobody has that of the other. */
function otherMrn({ row }: EarlierRow, sheet: ReadySheet): Issue {
  const message = `Row ${row} has another MRN of this patient`
  return issueAt(sheet, 'patientMrn', { code: 'repeated_key', message })
}

function optOutBefore(
  { row }: CheckedRowOfFile,
  { number }: PlannedRow,
  earlier: ReadonlyMap<string, EarlierRow>,
): EarlierRow | null {
  const before = number === null ? undefined : earlier.get(optOutKey(number))
  return before !== undefined && before.row < row ? before : null
}

/** The later row says nothing that the earlier one doesn't say. */
function isContained(later: Values, earlier: Values, kind: ImportKind): boolean {
  return Object.entries(later).every(
    ([name, value]) => fieldOf(kind, name)?.of === 'patient' || earlier[name] === value,
  )
}

function repeatedKey({ key, earlier }: Before, sheet: ReadySheet): Issue {
  const message = `${key.label} also in row ${earlier.row}`
  return issueAt(sheet, key.fields[0] ?? null, { code: 'repeated_key', message })
}
