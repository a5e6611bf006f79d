import { appointments } from './appointments.rules.ts'
import { demographics } from './demographics.rules.ts'
import type { ImportField, KindOfImport, MatchBy } from './field.rules.ts'
import { insuranceProviders } from './insurance-providers.rules.ts'
import { providers } from './providers.rules.ts'
import { referrals } from './referrals.rules.ts'

/** The kinds of files that can be imported. */
export const importKinds = ['demographics', 'providers', 'insuranceProviders', 'referrals', 'appointments'] as const
export type ImportKind = (typeof importKinds)[number]

const kinds: Readonly<Record<ImportKind, KindOfImport>> = {
  demographics,
  providers,
  insuranceProviders,
  referrals,
  appointments,
}

export function kindOf(kind: ImportKind): KindOfImport {
  return kinds[kind]
}

/** The field of this name; undefined for a name that the kind doesn't have. */
export function fieldOf(kind: ImportKind, name: string): ImportField | undefined {
  return kinds[kind].fields.find((field) => field.name === name)
}

const PERSON = [['lastName', 'firstName', 'dob']] as const

/** The sets of fields by which rows find their records; the first set that a row fills counts. */
export function keysOf(kind: ImportKind, matchBy: MatchBy): readonly (readonly string[])[] {
  return kind === 'demographics' && matchBy === 'person' ? PERSON : kinds[kind].keys
}

/** The fields without which no record is created. */
export function neededToCreate(kind: ImportKind, matchBy: MatchBy): readonly string[] {
  const required = kinds[kind].fields.flatMap((field) => (field.required ? [field.name] : []))
  return kind === 'demographics' && matchBy === 'person' ? PERSON[0] : required
}

/**
 * The key's fields that no column gives, so that no row could find its record; empty if one set is complete. Of several sets the
 * one that lacks the fewest fields counts, and of two that lack as many the one that a new record needs. A full name gives both names.
 */
export function missingColumns(
  kind: ImportKind,
  matchBy: MatchBy,
  columns: readonly { readonly field: string | null }[],
): readonly string[] {
  const given = new Set(columns.map(({ field }) => field))
  const has = (name: string) =>
    given.has(name) || ((name === 'lastName' || name === 'firstName') && given.has('fullName'))
  const missing = keysOf(kind, matchBy).map((key) => key.filter((name) => !has(name)))
  const needed = neededToCreate(kind, matchBy)
  const isNeeded = (names: readonly string[]) => names.some((name) => needed.includes(name))
  const [least = []] = missing.toSorted(
    (one, other) => one.length - other.length || Number(isNeeded(other)) - Number(isNeeded(one)),
  )
  return least
}
