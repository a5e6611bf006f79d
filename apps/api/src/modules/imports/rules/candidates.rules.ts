/** The stored records that a row may mean, and a person's choice among them. */
import type { Decision, Issue } from '@foyer/contracts/imports/imports.ts'
import { fieldOf, kindOf } from '@foyer/contracts/imports/kinds.rules.ts'
import { issueAt, type ReadySheet, type Values } from './check-row.rules.ts'
import { type Candidate, type MatchIssue, shown } from './identify.rules.ts'
import type { StoredRecord } from './stored.rules.ts'

export interface OnlyRecord {
  readonly record: StoredRecord | null
  readonly issues: readonly Issue[]
}

/** The record of a row's key. A person chooses among several, such as two companies of one name. */
export function onlyRecord(byKey: readonly StoredRecord[], decision: Decision | null, sheet: ReadySheet): OnlyRecord {
  const [record, another] = byKey
  if (record === undefined || another === undefined) return { record: record ?? null, issues: [] }
  const chosen = chosenOf(byKey, decision)
  if (chosen !== undefined) return { record: chosen, issues: [] }
  const about = sheet.kind === 'appointments' ? ofOneTime(byKey) : ofOneName(byKey, sheet)
  const records = byKey.map(candidate)
  return { record: null, issues: [matchIssue({ code: 'several_records', ...about, records }, sheet)] }
}

export function chosenOf(records: readonly StoredRecord[], decision: Decision | null): StoredRecord | undefined {
  if (decision === null || decision === 'new') return undefined
  return records.find(({ recordId }) => recordId === decision.same)
}

/** A row without the ID of its appointment means only one of the patient whom a person chose. */
export function visitsMeant(
  byKey: readonly StoredRecord[],
  { appointmentId }: Values,
  patient: StoredRecord | undefined,
): readonly StoredRecord[] {
  if (patient === undefined) return byKey
  return byKey.filter(({ values, patient: own }) => isSame(values.appointmentId, appointmentId) || isOf(patient, own))
}

/** Whether the appointment that a row names is another patient's. Only the MRN tells while the row's own patient is not known. */
export function isOfOther(visit: StoredRecord, patient: StoredRecord | undefined, { patientMrn }: Values): boolean {
  return patient === undefined ? !isSame(visit.values.patientMrn, patientMrn) : !isOf(patient, visit.patient)
}

export function isOf({ recordId }: StoredRecord, patient: StoredRecord['patient']): boolean {
  return patient?.recordId === recordId
}

/** The candidate is the patient: if the row means them, they take its MRN. */
export function belongsToOther(visit: StoredRecord, sheet: ReadySheet): Issue {
  const { name, patient } = visit
  const message = `Appointment ID belongs to ${name}`
  const records = patient ? [{ ...candidate(visit), ...patient }] : []
  return matchIssue({ code: 'belongs_to_other', field: 'appointmentId', message, records }, sheet)
}

export function matchIssue({ code, field, message, records }: MatchIssue, sheet: ReadySheet): Issue {
  const meant = records?.map(({ recordId, name, detail }) => ({ recordId, name, ...(detail && { detail }) }))
  return { ...issueAt(sheet, field, { code, message }), ...(meant && { records: meant }) }
}

function candidate({ recordId, name, values }: StoredRecord): Candidate {
  const { appointmentDate: day, startTime, providerName, appointmentType, payerId } = values
  const ofVisit = [typeof day === 'string' ? shown(day) : null, startTime, providerName, appointmentType]
  const known = [...ofVisit, typeof payerId === 'string' ? `payer ID ${payerId}` : null]
  return { recordId, name, detail: known.filter((part) => typeof part === 'string').join(', ') }
}

function ofOneTime({ length }: readonly StoredRecord[]): Pick<MatchIssue, 'field' | 'message'> {
  return { field: 'startTime', message: `${length} appointments of this patient begin at this time` }
}

function ofOneName({ length }: readonly StoredRecord[], { kind }: ReadySheet): Pick<MatchIssue, 'field' | 'message'> {
  const { many, keys } = kindOf(kind)
  const field = keys.at(-1)?.[0] ?? ''
  return { field, message: `${length} ${many} have this ${fieldOf(kind, field)?.label.toLowerCase() ?? 'key'}` }
}

function isSame(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && one.toLowerCase() === other.toLowerCase()
}
