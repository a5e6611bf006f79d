/** Decides which stored patient a row means. */

import type { MatchBy } from '@foyer/contracts/imports/field.rules.ts'
import type { Decision, Issue } from '@foyer/contracts/imports/imports.ts'
import type { IssueCode } from '@foyer/contracts/imports/issues.rules.ts'
import type { Values } from './check-row.rules.ts'
import { isSameName } from './names.rules.ts'
import { type StoredRecord, shortName } from './stored.rules.ts'

/** Something to say about the match, beside the field that shows it. */
export interface MatchIssue {
  readonly code: IssueCode
  readonly field: string
  readonly message: string
  /** The stored records that may be meant. */
  readonly records?: readonly Candidate[]
}

export type Candidate = NonNullable<Issue['records']>[number]

export interface Identified {
  /** Null: a new patient, or with an error none. */
  readonly record: StoredRecord | null
  readonly issues: readonly MatchIssue[]
}

export interface Asked {
  readonly values: Values
  readonly matchBy: MatchBy
  readonly decision: Decision | null
  readonly byKey: readonly StoredRecord[]
  readonly alike: readonly StoredRecord[]
  /** The field that holds the MRN. */
  readonly mrnField: 'mrn' | 'patientMrn'
}

export function identify(asked: Asked): Identified {
  const { decision, byKey } = asked
  if (decision !== null && decision !== 'new') return decided(asked, decision.same)
  const [record, another] = byKey
  if (record !== undefined && another !== undefined) return several(asked)
  if (record === undefined) return unknown(asked)
  return asked.matchBy === 'mrn' ? knownByMrn(asked, record) : knownByPerson(asked, record)
}

/** A person said which record the row means. An MRN that another patient has is still refused. */
function decided(asked: Asked, recordId: string): Identified {
  const record = [...asked.byKey, ...asked.alike].find((one) => one.recordId === recordId)
  if (record === undefined) {
    const message = 'The chosen patient is no longer there'
    return { record: null, issues: [{ code: 'no_such_record', field: asked.mrnField, message }] }
  }
  const owner = ownersOfMrn(asked).find((one) => one.recordId !== recordId)
  const isOwn = ownersOfMrn(asked).some((one) => one.recordId === recordId)
  return owner === undefined || isOwn ? { record, issues: [] } : belongsToOther(asked, owner)
}

function unknown(asked: Asked): Identified {
  const { decision, alike, matchBy } = asked
  const [other] = alike
  if (other === undefined) return { record: null, issues: [] }
  // Matched by person, the MRN is another patient's, whose names or birth date differ.
  if (matchBy === 'person') return belongsToOther(asked, other)
  if (decision === 'new') return { record: null, issues: [] }
  const mrn = typeof other.values.mrn === 'string' ? `, MRN ${other.values.mrn}` : ''
  const message = `May be ${shortName(other)}${mrn}`
  return { record: null, issues: [{ code: 'maybe_same', field: asked.mrnField, message, records: alike }] }
}

function knownByMrn(asked: Asked, record: StoredRecord): Identified {
  const { values } = asked
  const lastName = differs(values.lastName, record.values.lastName, isSameName)
  const firstName = differs(values.firstName, record.values.firstName, isSameName)
  const dob = differs(values.dob, record.values.dob)
  if (lastName && dob) return belongsToOther(asked, record)
  const issues: MatchIssue[] = []
  if (lastName || firstName) {
    const [before, after] = [nameOf(record.values), nameOf({ ...record.values, ...values })]
    const field = lastName ? 'lastName' : 'firstName'
    issues.push({ code: 'name_changes', field, message: `Name changes from ${before} to ${after}`, records: [record] })
  }
  if (dob) {
    const message = `Date of birth changes from ${shown(record.values.dob)} to ${shown(values.dob)}`
    issues.push({ code: 'dob_changes', field: 'dob', message, records: [record] })
  }
  return { record, issues }
}

function knownByPerson(asked: Asked, record: StoredRecord): Identified {
  const owner = asked.alike.find((one) => one.recordId !== record.recordId)
  if (owner !== undefined) return belongsToOther(asked, owner)
  const { mrn } = asked.values
  const before = record.values.mrn
  if (!differs(mrn, before, (one, other) => one.toLowerCase() === other.toLowerCase())) return { record, issues: [] }
  // Two people may have one name and one birth date.
  if (asked.decision === 'new') return { record: null, issues: [] }
  const message = `MRN changes from ${before} to ${mrn}`
  return { record, issues: [{ code: 'mrn_changes', field: 'mrn', message, records: [record] }] }
}

function several(asked: Asked): Identified {
  const { byKey, alike, matchBy, mrnField } = asked
  const [owner, another] = alike.filter((one) => byKey.some(({ recordId }) => recordId === one.recordId))
  // The MRN tells namesakes with one birth date apart.
  if (matchBy === 'person' && owner !== undefined && another === undefined) return { record: owner, issues: [] }
  const shared = matchBy === 'mrn' ? 'this MRN' : 'this name and birth date'
  const message = `${byKey.length} patients have ${shared}`
  const field = matchBy === 'mrn' ? mrnField : 'lastName'
  return { record: null, issues: [{ code: 'several_records', field, message, records: byKey }] }
}

function belongsToOther({ mrnField }: Asked, owner: StoredRecord): Identified {
  const message = `MRN belongs to ${shortName(owner)}`
  return { record: null, issues: [{ code: 'belongs_to_other', field: mrnField, message, records: [owner] }] }
}

function ownersOfMrn({ matchBy, byKey, alike, values }: Asked): readonly StoredRecord[] {
  if (matchBy === 'mrn') return byKey
  const { mrn } = values
  return typeof mrn === 'string' ? alike.filter((one) => isSameMrn(one.values.mrn, mrn)) : []
}

function isSameMrn(stored: unknown, mrn: string): boolean {
  return typeof stored === 'string' && stored.toLowerCase() === mrn.toLowerCase()
}

/** Both are known and they are not the same: a value that is new to the record is no difference. */
function differs(after: unknown, before: unknown, isSame = (one: string, other: string) => one === other): boolean {
  return typeof after === 'string' && typeof before === 'string' && !isSame(after, before)
}

function nameOf({ firstName, lastName }: Values): string {
  return [firstName, lastName].filter((part) => typeof part === 'string').join(' ')
}

/** 03/14/1968 */
export function shown(day: unknown): string {
  const [year, month, date] = String(day).split('-')
  return `${month}/${date}/${year}`
}
