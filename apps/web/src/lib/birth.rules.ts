/** Formats a calendar day as "03/14/1968". It is not an instant and has no time zone. */
export function bornLabel(dob: string): string {
  const [year, month, day] = dob.split('-')
  return `${month}/${day}/${year}`
}

interface Identity {
  readonly birthdate?: string | null
  readonly mrn?: string | null
}

/** "Born 03/14/1968 · MRN 204-8817": the known facts that tell patients with the same name apart. */
export function identityLabel({ birthdate, mrn }: Identity): string {
  return [birthdate && `Born ${bornLabel(birthdate)}`, mrn && `MRN ${mrn}`].filter(Boolean).join(' · ')
}

/** The full years between two calendar days; null when the birth date is in the future. */
export function ageOn(dob: string, today: string): number | null {
  const years = Number(today.slice(0, 4)) - Number(dob.slice(0, 4))
  const age = today.slice(5) < dob.slice(5) ? years - 1 : years
  return age < 0 ? null : age
}
