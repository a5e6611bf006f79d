import type { ConsentEntry } from '@foyer/contracts/patients/chart-calls.ts'

/** The ways in which staff hear of a patient's wish. An import has it from another system of the clinic, where staff entered it. */
const BY_STAFF: readonly ConsentEntry['how'][] = ['phone', 'inPerson', 'form', 'import']

/**
 * Whether staff entered the opt-out that the ledger has last. One that the ledger does not know, or that came by a text or
 * from the carrier, is the patient's own.
 */
export function isOptOutByStaff(newest: Pick<ConsentEntry, 'to' | 'how'> | undefined): boolean {
  return newest?.to === 'opted_out' && BY_STAFF.includes(newest.how)
}
