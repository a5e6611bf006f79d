/**
 * Says for a checked row what an import does with it: the dry run shows the plan, and the import makes it again in the transaction that
 * carries it out.
 */
import type { Decision, FieldChange, Issue } from '@foyer/contracts/imports/imports.ts'
import { fieldOf, neededToCreate } from '@foyer/contracts/imports/kinds.rules.ts'
import { belongsToOther, chosenOf, isOf, isOfOther, matchIssue, onlyRecord, visitsMeant } from './candidates.rules.ts'
import { applied, changesOf } from './changes.rules.ts'
import { type CheckedRow, hasError, issueAt, missing, type ReadySheet, type Values } from './check-row.rules.ts'
import { consentChange, promotionConsent } from './consent.rules.ts'
import { identify } from './identify.rules.ts'
import type { Found, StoredRecord } from './stored.rules.ts'
import { visitIssues, withEnd } from './visit.rules.ts'

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
  /** The stored patient of a stored appointment; null for other records. */
  readonly patientId: string | null
}

/** A row as it is planned: checked, with the decision of a person. */
export interface RowToPlan extends CheckedRow {
  readonly decision: Decision | null
}

const noPatientOf = { patient: null, patientId: null }

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
      const { record, issues } = onlyRecord(found.byKey, row.decision, sheet)
      const plan = planRecord(row, record, row.values, sheet)
      const name = record?.name ?? nameOf(row.values)
      const all = [...issues, ...plan.issues]
      return { name, record: { ...plan, issues: all }, after: afterwards(record, plan), number: null, ...noPatientOf }
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
  return { name: record?.name ?? nameOf(row.values), record: plan, after, number: numberOf(after), ...noPatientOf }
}

function planReferral(row: RowToPlan, found: Found, sheet: ReadySheet): PlannedRow {
  const chosen = chosenOf(found.patients, row.decision)
  const patient = chosen ?? found.patients[0]
  const ofThem = found.byKey.filter((one) => patient === undefined || isOf(patient, one.patient))
  const { record, issues } = onlyRecord(ofThem, row.decision, sheet)
  const plan = planRecord(row, record, row.values, sheet)
  const all = [...issues, ...plan.issues]
  if (typeof row.values.patientMrn === 'string') {
    if (patient === undefined) all.push(noPatient(sheet))
    else if (chosen === undefined && found.patients.length > 1) all.push(severalPatients(found.patients, sheet))
  }
  const ofPatient = { recordId: patient?.recordId ?? null, isNew: false, changes: [], issues: [] }
  const name = patient?.name ?? record?.name ?? String(row.values.patientMrn ?? '')
  return {
    name,
    record: { ...plan, issues: all },
    after: afterwards(record, plan),
    number: null,
    patient: ofPatient,
    patientId: null,
  }
}

function planAppointment(row: RowToPlan, found: Found, sheet: ReadySheet): PlannedRow {
  const [personal, own] = splitValues(row.values, sheet)
  const chosen = chosenOf([...found.patients, ...found.alike], row.decision)
  const visits = visitsMeant(found.byKey, own, chosen)
  const { record, issues } = onlyRecord(visits, row.decision, sheet)
  const plan = planRecord(row, record, withEnd(own, record, sheet), sheet)
  // Found by its own ID, an appointment may come without an MRN; then the row doesn't say whose details it has.
  const mrn = row.values.patientMrn
  const about: Values = typeof mrn === 'string' ? { ...personal, mrn } : personal
  const asked = { ...found, byKey: found.patients, mrnField: 'patientMrn' as const }
  const needed = ['lastName', 'firstName']
  const patient = typeof mrn === 'string' ? planPatient(decidedFor(row, visits), about, asked, sheet, needed) : null
  const isOther = record !== null && patient !== null && isOfOther(record, patient.record ?? chosen, own)
  const otherPatient = isOther ? [belongsToOther(record, sheet)] : []
  const leftOut = patient === null && Object.keys(personal).length > 0 ? [detailsLeftOut(sheet)] : []
  const all = [...issues, ...otherPatient, ...leftOut, ...plan.issues, ...visitIssues(own, record, sheet)]
  const name = patient?.record?.name ?? record?.name ?? nameOf(personal)
  const number = patient === null ? null : numberOf(afterwards(patient.record, patient.plan))
  const after = afterwards(record, plan)
  const patientId = record?.patient?.recordId ?? null
  return { name, record: { ...plan, issues: all }, after, number, patient: patient?.plan ?? null, patientId }
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

/** The patient's values of an appointment's row, and the appointment's own. */
function splitValues(values: Values, { kind }: ReadySheet): readonly [Values, Values] {
  const isPersonal = (name: string) => fieldOf(kind, name)?.of === 'patient'
  const entries = Object.entries(values)
  return [
    Object.fromEntries(entries.filter(([name]) => isPersonal(name))),
    Object.fromEntries(entries.filter(([name]) => !isPersonal(name))),
  ]
}

/** A person who chooses an appointment means its patient. */
function decidedFor(row: RowToPlan, visits: readonly StoredRecord[]): RowToPlan {
  const patient = chosenOf(visits, row.decision)?.patient
  return patient === undefined ? row : { ...row, decision: { same: patient.recordId } }
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

function nameOf({ firstName, lastName, name }: Values): string {
  if (typeof name === 'string') return name
  return [firstName, lastName].filter((part) => typeof part === 'string').join(' ')
}
