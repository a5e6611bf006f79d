/**
 * Settles the rows of a file in their order: an earlier row may have the key of a later one. Only a row that is imported counts as an
 * earlier one.
 *
 * A chunk of rows goes through `checkRow`. The owner of the records finds the stored side by `rowKeys` and the values, and `planRow`
 * makes a plan with it. Then `settleRows` gets the earlier rows of the file that have one of the `lookedUpKeys`. The dry run and the
 * import do the same, so they come to the same outcomes.
 */
import type { FieldChange, ImportRow, Issue } from '@foyer/contracts/imports/imports.ts'
import { fieldOf, type ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import type { RecordChange } from '../../import-target.ts'
import { hasError, issueAt, type ReadySheet, type Values } from './check-row.rules.ts'
import { type PatientAfter, patientAfter, patientKeys, visitKeysOfFormerMrn } from './earlier-patient.rules.ts'
import { type CheckedRowOfFile, type EarlierRow, earlierRow, rowBefore } from './earlier-rows.rules.ts'
import { optOutKey, type RowKey, recordKey, rowKeys, visitKey } from './keys.rules.ts'
import type { PlannedRow, RecordPlan } from './plan.rules.ts'

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
      const one = earlierRow(checked, settled)
      for (const key of settled.keys) if (!known.has(key)) known.set(key, one)
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
  const record = withoutMrn(written(planned.record, isRepeated), ofPatient)
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

/** An earlier row gives the patient of a stored visit the MRN. */
function withoutMrn(record: RecordChange, { isOfEarlier }: PatientAfter): RecordChange {
  if (!isOfEarlier || record.isNew) return record
  return { ...record, changes: record.changes.filter(({ field }) => field !== 'patientMrn') }
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
    const found = rowBefore(earlier, key.text, row)
    if (found === undefined) continue
    const isMeant = !key.isWeaker || isOwnKey(found.values, key, sheet)
    if (isMeant) return { key, earlier: found }
  }
  return null
}

/** Whether the row finds its record by the fields of the key. */
function isOwnKey(values: Values, { fields }: RowKey, sheet: ReadySheet): boolean {
  return rowKeys(values, sheet)[0]?.fields.join() === fields.join()
}

function keysOfPlanned(values: Values, planned: PlannedRow, sheet: ReadySheet): readonly RowKey[] {
  const keys = [...rowKeys(values, sheet), ...visitKeysOfFormerMrn(values, planned, sheet)]
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
  const after = [...rowKeys(planned.after, sheet), ...visitKey(planned.after, planned.patientId, sheet)]
  const keys = [...keysOfPlanned(values, planned, sheet), ...after].map(({ text }) => text)
  const optsOut = planned.number !== null && changes.some(({ field }) => field === 'textEnable')
  return [
    ...new Set([
      ...keys,
      ...patientKeys(values, planned, sheet),
      ...(optsOut && planned.number !== null ? [optOutKey(planned.number)] : []),
    ]),
  ]
}

function textingEnds({ row }: EarlierRow, sheet: ReadySheet): Issue {
  const message = `Row ${row} turns texting off for this number`
  return issueAt(sheet, 'textEnable', { code: 'consent_kept', message })
}

function optOutBefore(
  row: CheckedRowOfFile,
  { number }: PlannedRow,
  earlier: ReadonlyMap<string, EarlierRow>,
): EarlierRow | null {
  return (number === null ? undefined : rowBefore(earlier, optOutKey(number), row)) ?? null
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
