/** The patient whom a number or an address belongs to, with the fields that a conversation needs. */
export interface Owner {
  readonly id: string
  readonly name: string
  readonly mrn: string | null
}

/** Why nothing is sent to a patient. */
export const DECEASED = 'The patient has died.'
