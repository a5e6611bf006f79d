/** The clinics, patients and dialogues of a busy morning. All are made up: every number is in the 555 exchange. */

export interface CastClinic {
  readonly organizationId: string
  readonly name: string
  readonly number: string
  readonly doctors: readonly string[]
  readonly patients: readonly CastPatient[]
  /** Numbers that the clinic has no patient for. */
  readonly strangers: readonly string[]
}

export interface CastPatient {
  readonly number: string
  readonly firstName: string
}

export interface Dialogue {
  /** Between the clinic and a number that it does not know. */
  readonly isStranger: boolean
  readonly lines: readonly { readonly by: 'patient' | 'clinic' | 'note' | 'reminder'; readonly text: string }[]
}

export interface Cast {
  readonly clinics: readonly CastClinic[]
  readonly dialogues: readonly Dialogue[]
}

const MADE_UP = /^\+1\d{3}555\d{4}$/

/** Throws where a number could belong to a real person: no text of a busy morning may leave the demo. */
export function assertMadeUp({ clinics }: Cast): void {
  const numbers = clinics.flatMap((one) => [one.number, ...one.strangers, ...one.patients.map(({ number }) => number)])
  if (numbers.some((number) => !MADE_UP.test(number))) throw new Error('A number of the cast is not a made-up one.')
}
