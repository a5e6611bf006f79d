/** Compares the values of a row with the stored ones, field by field. */
import type { FieldChange, ImportValue } from '@foyer/contracts/imports/imports.ts'
import type { Values } from './check-row.rules.ts'
import { isSameName } from './names.rules.ts'

/** The fields that a row would change. A field that the row says nothing about is not among them. */
export function changesOf(values: Values, stored: Values): FieldChange[] {
  return Object.entries(values).flatMap(([field, after]) => {
    const before = stored[field] ?? null
    return isSame(field, before, after) ? [] : [{ field, before, after }]
  })
}

/** The stored values after the changes. */
export function applied(stored: Values, changes: readonly FieldChange[]): Values {
  return { ...stored, ...Object.fromEntries(changes.map(({ field, after }) => [field, after])) }
}

/** Names that many systems write in capitals. */
const WRITTEN_IN_CAPITALS = new Set(['lastName', 'firstName'])
/** Values that are the same in any case of letters. */
const WITHOUT_CASE = new Set(['email', 'mrn', 'patientMrn', 'payerId', 'appointmentId'])

function isSame(field: string, before: ImportValue, after: ImportValue): boolean {
  if (before === after) return true
  if (typeof before !== 'string' || typeof after !== 'string') return false
  if (WITHOUT_CASE.has(field)) return before.toLowerCase() === after.toLowerCase()
  // "CARVER" doesn't replace "Carver"; "McAllister" replaces "Mcallister".
  return WRITTEN_IN_CAPITALS.has(field) && isOfOneCase(after) && isSameName(before, after)
}

function isOfOneCase(name: string): boolean {
  return name === name.toUpperCase() || name === name.toLowerCase()
}
