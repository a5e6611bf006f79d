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
  /** The records with the row's key. */
  readonly byKey: readonly StoredRecord[]
  /**
   * Patients found in the other way: by names and birth date if rows are matched by MRN, by MRN if they are matched by person. The
   * record of a decision is among them. Empty for kinds without patients.
   */
  readonly alike: readonly StoredRecord[]
  /** The patients with the MRN of a referral or an appointment. */
  readonly patients: readonly StoredRecord[]
  /**
   * The consent of the number that the row gives, else of the patient's stored one, as it is after the earlier rows of the file; null
   * if the number has none. Without one a number may be texted.
   */
  readonly consent: NumberConsent | null
}

export const foundNothing: Found = { byKey: [], alike: [], patients: [], consent: null }

/** "R. Carver" */
export function shortName({ values, name }: StoredRecord): string {
  const { firstName, lastName } = values
  if (typeof lastName !== 'string') return name
  const initial = typeof firstName === 'string' ? [...firstName][0] : undefined
  return initial === undefined ? lastName : `${initial}. ${lastName}`
}
