/** The stored side of a plan: what the owner of the records finds for a row. */
import type { Values } from './check-row.rules.ts'

export interface StoredRecord {
  readonly recordId: string
  /** As screens name it. */
  readonly name: string
  /** By the names of the kind's fields; of a patient those of demographics. An absent field, or null, is not known. */
  readonly values: Values
}

/** The consent to texts of one number. */
export interface NumberConsent {
  readonly textEnable: boolean
  /** The patient, or the carrier in their name, stopped the texts: only the patient may start them again. */
  readonly stoppedByPatient: boolean
}

export interface Found {
  /**
   * The records with the row's key. By a weaker key, such as the name of an insurance provider whose payer ID no record has, only
   * records without the stronger one.
   */
  readonly byKey: readonly StoredRecord[]
  /**
   * Patients found in the other way: by names and birth date if rows are matched by MRN, by MRN if they are matched by person. The
   * record of a decision is among them. Empty for kinds without patients.
   */
  readonly alike: readonly StoredRecord[]
  /** The patients with the MRN of a referral or an appointment. */
  readonly patients: readonly StoredRecord[]
  /** By the number: of the row's own number and of those of the records found. A number without a consent may be texted. */
  readonly consents: ReadonlyMap<string, NumberConsent>
}

export const foundNothing: Found = { byKey: [], alike: [], patients: [], consents: new Map() }

/** "R. Carver" */
export function shortName({ values, name }: StoredRecord): string {
  const { firstName, lastName } = values
  if (typeof lastName !== 'string') return name
  const initial = typeof firstName === 'string' ? [...firstName][0] : undefined
  return initial === undefined ? lastName : `${initial}. ${lastName}`
}
