/** The stored side of a plan: what the owner of the records finds for a row. */
import type { Found, StoredRecord } from '../../import-target.ts'

export type { Found, NumberConsent, StoredRecord } from '../../import-target.ts'

export const foundNothing: Found = { byKey: [], alike: [], patients: [], consents: new Map() }

/** "R. Carver" */
export function shortName({ values, name }: StoredRecord): string {
  const { firstName, lastName } = values
  if (typeof lastName !== 'string') return name
  const initial = typeof firstName === 'string' ? [...firstName][0] : undefined
  return initial === undefined ? lastName : `${initial}. ${lastName}`
}
