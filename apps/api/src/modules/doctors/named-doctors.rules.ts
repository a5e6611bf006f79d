/** Finds the doctor whom another system names: "Dr. Amara Okafor", "Okafor, Amara MD", "Dr. Okafor". */
import { shownName } from '@foyer/contracts/doctors/doctor.rules.ts'
import { foldName } from '@foyer/contracts/fold.rules.ts'

export interface NamedDoctor {
  readonly id: string
  readonly npi: string | null
  readonly firstName: string
  readonly lastName: string
  readonly name: string
  readonly archived: boolean
}

export interface DoctorName {
  readonly npi: string | null
  readonly name: string
}

const TITLE = /^(?:dr|doctor|prof|professor|mr|mrs|ms|miss)\b\.?\s*/i
const DEGREE =
  /^(?:m\.?d|d\.?o|ph\.?d|n\.?p|p\.?a(?:-c)?|r\.?n|d\.?n\.?p|aprn|arnp|crnp|fnp(?:-c|-bc)?|dds|dmd|dpm|dc|od|pharmd|lcsw|facp|facc|faap|jr|sr|ii|iii)\.?$/i

/** First and last name without titles, degrees and middle initials. A single word is a last name. */
export function partsOf(name: string): { readonly firstName: string; readonly lastName: string } {
  const isDegree = (word: string) => DEGREE.test(word)
  const [family = [], ...others] = name
    .replace(TITLE, '')
    .split(',')
    .map((part) => words(part).filter((word) => !isDegree(word)))
    .filter((part) => part.length > 0)
  const given = others[0] ?? []
  if (given.length > 0) return { firstName: withoutInitial(given).join(' '), lastName: family.join(' ') }
  return { firstName: withoutInitial(family.slice(0, -1)).join(' '), lastName: family.at(-1) ?? name.trim() }
}

/** The name as visits show it: with a title where one was written, or a degree. */
export function shownNameOf(name: string): string {
  const hasTitle = TITLE.test(name) || words(name.replaceAll(',', ' ')).some((word) => DEGREE.test(word))
  const parts = partsOf(name)
  return hasTitle
    ? shownName(parts, /^prof/i.test(name) ? 'Prof. ' : null)
    : `${parts.firstName} ${parts.lastName}`.trim()
}

/**
 * By NPI; else by the name as visits show it, by both names, or by a last name that only one doctor has. A doctor who has another
 * NPI is somebody else. Of namesakes an active one counts, then the one with the lowest id.
 */
export function doctorNamed<Doctor extends NamedDoctor>(
  doctors: readonly Doctor[],
  { npi, name }: DoctorName,
): Doctor | undefined {
  const ofNpi = npi === null ? undefined : doctors.find((doctor) => doctor.npi === npi)
  if (ofNpi) return ofNpi
  const possible = doctors
    .filter((doctor) => npi === null || doctor.npi === null)
    .toSorted((one, other) => Number(one.archived) - Number(other.archived) || (one.id < other.id ? -1 : 1))
  const shown = plain(name)
  const { firstName, lastName } = partsOf(name)
  const [first, last] = [plain(firstName), plain(lastName)]
  const isLast = (doctor: NamedDoctor) => plain(doctor.lastName) === last
  const exact =
    possible.find((doctor) => plain(doctor.name) === shown) ??
    (first === '' ? undefined : possible.find((doctor) => isLast(doctor) && plain(doctor.firstName) === first))
  if (exact || first !== '') return exact
  const [only, another] = possible.filter((doctor) => !doctor.archived && isLast(doctor))
  return another === undefined ? only : undefined
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

function withoutInitial(given: readonly string[]): readonly string[] {
  return given.length > 1 && /^\p{L}\.?$/u.test(given.at(-1) ?? '') ? given.slice(0, -1) : given
}

/** Without case, accents and punctuation. */
function plain(name: string): string {
  return foldName(name)
    .replace(/[^\p{L}\p{Nd}]+/gu, ' ')
    .trim()
}
