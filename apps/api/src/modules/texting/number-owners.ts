/**
 * Remembers which organization has a number. A number may move: whoever uses an answer compares it with the store, and forgets
 * it if it is outdated.
 */
import type { Database } from '../../db/database.ts'
import { findOrganizationOfNumber } from '../organizations/organizations.ts'

export interface NumberOwners {
  /** Callers that ask for the same number at once share one look-up, so that they stay in their order. */
  find(number: string): Promise<string | undefined>
  forget(number: string): void
}

/** The most numbers that are remembered. */
const NUMBERS_MAX = 10_000

export function createNumberOwners({ systemStatement }: Pick<Database, 'systemStatement'>): NumberOwners {
  const ownerOf = new Map<string, Promise<string | undefined>>()
  return {
    find(number) {
      const known = ownerOf.get(number)
      if (known !== undefined) return known
      if (ownerOf.size >= NUMBERS_MAX) ownerOf.clear()
      const found = systemStatement((queries) => findOrganizationOfNumber(queries, number))
      ownerOf.set(number, found)
      const forget = () => ownerOf.get(number) === found && ownerOf.delete(number)
      found.then((organizationId) => organizationId === undefined && forget(), forget)
      return found
    },
    forget: (number) => void ownerOf.delete(number),
  }
}
