/** "03/14/1968" of a calendar day; it is no instant and has no time zone. */
export function bornLabel(dob: string): string {
  const [year, month, day] = dob.split('-')
  return `${month}/${day}/${year}`
}

interface Told {
  readonly birthdate?: string | null
  readonly mrn?: string | null
}

/** "Born 03/14/1968 · MRN 204-8817": what tells two of one name apart, as far as it is known. */
export function identityLabel({ birthdate, mrn }: Told): string {
  return [birthdate && `Born ${bornLabel(birthdate)}`, mrn && `MRN ${mrn}`].filter(Boolean).join(' · ')
}

/** Full years between two calendar days; null before the first. */
export function ageOn(dob: string, today: string): number | null {
  const years = Number(today.slice(0, 4)) - Number(dob.slice(0, 4))
  const age = today.slice(5) < dob.slice(5) ? years - 1 : years
  return age < 0 ? null : age
}
