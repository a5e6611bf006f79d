/** The keys of a row: by the first it finds its record, and two rows of a file must not have one in common. */
import { foldName } from '@foyer/contracts/fold.rules.ts'
import type { MatchBy } from '@foyer/contracts/imports/field.rules.ts'
import { fieldOf, type ImportKind, keysOf, kindOf } from '@foyer/contracts/imports/kinds.rules.ts'
import type { Values } from '../../import-target.ts'

export interface RowKey {
  readonly fields: readonly string[]
  /** Compares keys: without case, and for names without accents. Equal to one of another row if both mean one record. */
  readonly text: string
  /** "MRN", or the record's noun if the key has several fields. */
  readonly label: string
  /** The row has a stronger key, so by this one it means only a record without the stronger one. */
  readonly isWeaker: boolean
}

export interface Keyed {
  readonly kind: ImportKind
  readonly matchBy: MatchBy
}

/** Whether rows find their records, their patients or one another by the field. */
export function isOfKey(name: string, { kind, matchBy }: Keyed): boolean {
  return name === 'mrn' || name === 'patientMrn' || keysOf(kind, matchBy).some((fields) => fields.includes(name))
}

/** All keys of a row, and first the one by which it finds its record; empty if its key is missing. */
export function rowKeys(values: Values, { kind, matchBy }: Keyed): readonly RowKey[] {
  const sets = keysOf(kind, matchBy).filter((fields) => fields.every((name) => typeof values[name] === 'string'))
  const [own, ...others] = sets.map((fields) => keyOf(kind, fields, values))
  if (own === undefined) return []
  const mrn = matchBy === 'person' && typeof values.mrn === 'string' ? [keyOf(kind, ['mrn'], values)] : []
  return [own, ...mrn, ...others.map((key) => ({ ...key, isWeaker: true }))]
}

/** The key of a stored record, with which two rows that mean one record are found out although their keys differ. */
export function recordKey(kind: ImportKind, recordId: string): RowKey {
  const text = JSON.stringify(['record', recordId])
  return { fields: [], text, label: capitalized(kindOf(kind).one), isWeaker: false }
}

/**
 * The key of a visit by its patient and its time, where the MRN of the patient is another one than the row's. A patient without an
 * MRN has the id in its place, which no row of a file can have.
 */
export function visitKey(values: Values, patientId: string | null, { kind }: Keyed): readonly RowKey[] {
  const fields = ['patientMrn', 'appointmentDate', 'startTime']
  const { patientMrn, appointmentDate, startTime, appointmentId } = values
  const isTimed = typeof appointmentDate === 'string' && typeof startTime === 'string'
  if (kind !== 'appointments' || patientId === null || !isTimed) return []
  const isWeaker = typeof appointmentId === 'string'
  if (typeof patientMrn === 'string') return [{ ...keyOf(kind, fields, values), isWeaker }]
  const text = JSON.stringify(['visitOf', patientId, appointmentDate, startTime])
  return [{ fields, text, label: capitalized(kindOf(kind).one), isWeaker }]
}

/** The key of an appointment's patient: of several rows about one patient the first counts. */
export function patientKey(values: Values): string | null {
  return typeof values.patientMrn === 'string' ? JSON.stringify(['patient', comparable(values.patientMrn)]) : null
}

/** The key of a number that a row opts out of texts: a later row of the same number finds it opted out. */
export function optOutKey(number: string): string {
  return JSON.stringify(['optOut', number])
}

function keyOf(kind: ImportKind, fields: readonly string[], values: Values): RowKey {
  const [first = ''] = fields
  return {
    fields,
    text: JSON.stringify(fields.flatMap((name) => [name, comparable(values[name])])),
    label: fields.length === 1 ? (fieldOf(kind, first)?.label ?? first) : capitalized(kindOf(kind).one),
    isWeaker: false,
  }
}

/** As stores compare: the keys of names and MRNs there are folded too. */
function comparable(value: unknown): string {
  return foldName(String(value)).trim()
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
