/** Remembers which organization has a number. A number may move, so a caller that finds nothing there forgets the answer. */
import type { Database } from '../../db/database.ts'
import { findOrganizationOfNumber } from '../organizations/organizations.ts'

export interface NumberOwners {
  /** Callers that ask for the same number at once share one look-up, so that they stay in their order. */
  find(number: string): Promise<string | undefined>
  /** Does nothing if another organization is remembered by now, or a look-up is under way. */
  forget(number: string, organizationId: string): void
}

interface Known {
  readonly found: Promise<string | undefined>
  organizationId?: string | undefined
}

/** The most numbers that are remembered. */
const NUMBERS_MAX = 10_000

export function createNumberOwners({ systemStatement }: Pick<Database, 'systemStatement'>): NumberOwners {
  const known = new Map<string, Known>()

  function lookUp(number: string): Known {
    if (known.size >= NUMBERS_MAX) known.clear()
    const one: Known = { found: systemStatement((queries) => findOrganizationOfNumber(queries, number)) }
    known.set(number, one)
    const end = (organizationId?: string) => {
      one.organizationId = organizationId
      if (organizationId === undefined && known.get(number) === one) known.delete(number)
    }
    one.found.then(end, () => end())
    return one
  }

  return {
    find: (number) => (known.get(number) ?? lookUp(number)).found,
    forget(number, organizationId) {
      if (known.get(number)?.organizationId === organizationId) known.delete(number)
    },
  }
}
