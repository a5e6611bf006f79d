/**
 * Says for a checked row what an import does with it: the dry run shows the plan, and the import makes it again in the transaction that
 * carries it out.
 */
import type { Decision, FieldChange, Issue } from '@foyer/contracts/imports/imports.ts'
import { fieldOf, kindOf, neededToCreate } from '@foyer/contracts/imports/kinds.rules.ts'
import { applied, changesOf } from './changes.rules.ts'
import { type CheckedRow, hasError, issueAt, missing, type ReadySheet, type Values } from './check-row.rules.ts'
import { consentChange, promotionConsent } from './consent.rules.ts'
import { identify, type MatchIssue } from './identify.rules.ts'
import type { Found, StoredRecord } from './stored.rules.ts'
import { visitIssues } from './visit.rules.ts'

/** The plan for one record. An error among its issues keeps the row out. */
export interface RecordPlan {
  /** Null: a new record. */
  readonly recordId: string | null
  readonly isNew: boolean
  readonly changes: readonly FieldChange[]
  readonly issues: readonly Issue[]
}

export interface PlannedRow {
  readonly name: string
  readonly record: RecordPlan
  /** The values of the record after the import. */
  readonly after: Values
  /** The patient's phone number after the import; null without one, or if the row sets no fields of a patient. */
  readonly number: string | null
  /** The patient of an appointment or a referral; null for other kinds. */
  readonly patient: RecordPlan | null
}

/** A row as it is planned: checked, with the decision of a person. */
export interface RowToPlan extends CheckedRow {
  readonly decision: Decision | null
}

export function planRow(row: RowToPlan, found: Found, sheet: ReadySheet): PlannedRow {
  switch (sheet.kind) {
    case 'demographics':
      return planDemographics(row, found, sheet)
    case 'appointments':
      return planAppointment(row, found, sheet)
    case 'referrals':
      return planReferral(row, found, sheet)
    case 'providers':
    case 'insuranceProviders': {
      const { record, issues } = onlyRecord(found.byKey, sheet)
      const plan = planRecord(row, record, row.values, sheet)
      const name = record?.name ?? nameOf(row.values)
      const all = [...issues, ...plan.issues]
      return { name, record: { ...plan, issues: all }, after: afterwards(record, plan), number: null, patient: null }
    }
  }
}

function planDemographics(row: RowToPlan, found: Found, sheet: ReadySheet): PlannedRow {
  const { matchBy, kind } = sheet
  const { plan, record } = planPatient(
    row,
    row.values,
    { ...found, mrnField: 'mrn' },
    sheet,
    neededToCreate(kind, matchBy),
  )
  const after = afterwards(record, plan)
  return { name: record?.name ?? nameOf(row.values), record: plan, after, number: numberOf(after), patient: null }
}

function planReferral(row: RowToPlan, found: Found, sheet: ReadySheet): PlannedRow {
  const [patient, another] = found.patients
  const { record, issues } = onlyRecord(found.byKey, sheet)
  const plan = planRecord(row, record, row.values, sheet)
  const all = [...issues, ...plan.issues]
  if (typeof row.values.patientMrn === 'string') {
    if (patient === undefined) all.push(noPatient(sheet))
    else if (another !== undefined) all.push(severalPatients(found.patients, sheet))
  }
  const ofPatient = { recordId: patient?.recordId ?? null, isNew: false, changes: [], issues: [] }
  const name = patient?.name ?? record?.name ?? String(row.values.patientMrn ?? '')
  return { name, record: { ...plan, issues: all }, after: afterwards(record, plan), number: null, patient: ofPatient }
}

function planAppointment(row: RowToPlan, found: Found, sheet: ReadySheet): PlannedRow {
  const [personal, own] = splitValues(row.values, sheet)
  const { record, issues } = onlyRecord(found.byKey, sheet)
  const plan = planRecord(row, record, own, sheet)
  // Found by its own ID, an appointment may come without an MRN; then the row doesn't say whose details it has.
  const mrn = row.values.patientMrn
  const about: Values = typeof mrn === 'string' ? { ...personal, mrn } : personal
  const asked = { ...found, byKey: found.patients, mrnField: 'patientMrn' as const }
  const needed = ['lastName', 'firstName']
  const patient = typeof mrn === 'string' ? planPatient(row, about, asked, sheet, needed) : null
  const otherPatient = record !== null && isOther(record, row.values) ? [belongsToOther(record, sheet)] : []
  const leftOut = patient === null && Object.keys(personal).length > 0 ? [detailsLeftOut(sheet)] : []
  const all = [...issues, ...otherPatient, ...leftOut, ...plan.issues, ...visitIssues(own, record?.values ?? {}, sheet)]
  const name = patient?.record?.name ?? record?.name ?? nameOf(personal)
  const number = patient === null ? null : numberOf(afterwards(patient.record, patient.plan))
  const after = afterwards(record, plan)
  return { name, record: { ...plan, issues: all }, after, number, patient: patient?.plan ?? null }
}

interface AboutPatient extends Found {
  readonly mrnField: 'mrn' | 'patientMrn'
}

function planPatient(
  row: RowToPlan,
  values: Values,
  found: AboutPatient,
  sheet: ReadySheet,
  needed: readonly string[],
): { readonly plan: RecordPlan; readonly record: StoredRecord | null } {
  const matchBy = sheet.kind === 'appointments' ? 'mrn' : sheet.matchBy
  // Without its key a row means nobody.
  const hasKey = matchBy === 'person' || typeof values.mrn === 'string'
  const { record, issues } = hasKey
    ? identify({ values, matchBy, decision: row.decision, ...found })
    : { record: null, issues: [] }
  const said = issues.map((issue) => matchIssue(issue, sheet))
  const { textEnable, ...others } = values
  const stored = record?.values ?? {}
  const consent = consentChange(textEnable, { values, stored, consents: found.consents })
  const promotion = promotionConsent(others, stored)
  const changes = [...changesOf(promotion.values, stored), ...(consent.change ? [consent.change] : [])]
  if (consent.issue) said.push(issueAt(sheet, 'textEnable', consent.issue))
  if (promotion.issue) said.push(issueAt(sheet, 'marketingConsentSource', promotion.issue))
  // A row that is refused needs no field.
  if (record === null && !hasError(said)) said.push(...missingFields(row, values, needed, sheet))
  return { record, plan: { recordId: record?.recordId ?? null, isNew: record === null, changes, issues: said } }
}

function planRecord(row: RowToPlan, record: StoredRecord | null, values: Values, sheet: ReadySheet): RecordPlan {
  const needed = neededToCreate(sheet.kind, sheet.matchBy)
  const issues = record === null ? missingFields(row, row.values, needed, sheet) : []
  const changes = changesOf(values, record?.values ?? {})
  return { recordId: record?.recordId ?? null, isNew: record === null, changes, issues }
}

function afterwards(record: StoredRecord | null, { changes }: RecordPlan): Values {
  return applied(record?.values ?? {}, changes)
}

function numberOf({ phoneNumber }: Values): string | null {
  return typeof phoneNumber === 'string' ? phoneNumber : null
}

/** A field whose cell is wrong is not missing besides. */
function missingFields(row: RowToPlan, values: Values, needed: readonly string[], sheet: ReadySheet): Issue[] {
  const named = (name: string) => (name === 'mrn' && sheet.kind === 'appointments' ? 'patientMrn' : name)
  return needed
    .filter((name) => typeof values[name] !== 'string')
    .filter((name) => !row.issues.some(({ field, level }) => field === named(name) && level === 'error'))
    .map((name) => issueAt(sheet, named(name), missing(sheet.kind, named(name))))
}

/** Kinds whose keys are unique are found once; a name may have several records. */
function onlyRecord(
  byKey: readonly StoredRecord[],
  sheet: ReadySheet,
): { readonly record: StoredRecord | null; readonly issues: readonly Issue[] } {
  const [record, another] = byKey
  if (record === undefined || another === undefined) return { record: record ?? null, issues: [] }
  const { many, keys } = kindOf(sheet.kind)
  const field = keys.at(-1)?.[0] ?? ''
  const message = `${byKey.length} ${many} have this ${fieldOf(sheet.kind, field)?.label.toLowerCase() ?? 'key'}`
  return { record: null, issues: [matchIssue({ code: 'several_records', field, message, records: byKey }, sheet)] }
}

/** The patient's values of an appointment's row, and the appointment's own. */
function splitValues(values: Values, { kind }: ReadySheet): readonly [Values, Values] {
  const isPersonal = (name: string) => fieldOf(kind, name)?.of === 'patient'
  const entries = Object.entries(values)
  return [
    Object.fromEntries(entries.filter(([name]) => isPersonal(name))),
    Object.fromEntries(entries.filter(([name]) => !isPersonal(name))),
  ]
}

function isOther(visit: StoredRecord, { patientMrn }: Values): boolean {
  const stored = visit.values.patientMrn
  if (typeof stored !== 'string' || typeof patientMrn !== 'string') return false
  return stored.toLowerCase() !== patientMrn.toLowerCase()
}

function belongsToOther(visit: StoredRecord, sheet: ReadySheet): Issue {
  const message = `Appointment ID belongs to ${visit.name}`
  return matchIssue({ code: 'belongs_to_other', field: 'appointmentId', message, records: [visit] }, sheet)
}

function detailsLeftOut(sheet: ReadySheet): Issue {
  const message = "Without an MRN the patient's details are left out"
  return issueAt(sheet, 'patientMrn', { code: 'patient_left_out', message })
}

function noPatient(sheet: ReadySheet): Issue {
  return issueAt(sheet, 'patientMrn', { code: 'no_such_record', message: 'No patient has this MRN' })
}

function severalPatients(records: readonly StoredRecord[], sheet: ReadySheet): Issue {
  const message = `${records.length} patients have this MRN`
  return matchIssue({ code: 'several_records', field: 'patientMrn', message, records }, sheet)
}

function matchIssue({ code, field, message, records }: MatchIssue, sheet: ReadySheet): Issue {
  const meant = records?.map(({ recordId, name }) => ({ recordId, name }))
  return { ...issueAt(sheet, field, { code, message }), ...(meant && { records: meant }) }
}

function nameOf({ firstName, lastName, name }: Values): string {
  if (typeof name === 'string') return name
  return [firstName, lastName].filter((part) => typeof part === 'string').join(' ')
}
