/** The rules of a doctor's record that API and browser share. */
import type { Doctor } from './doctors.ts'

export const DOCTOR_NAME_MAX = 100
export const SPECIALTY_MAX = 100
export const BIO_MAX = 2000
export const ADDRESS_MAX = 300
export const LANGUAGE_MAX = 40
export const LANGUAGES_MAX = 20
/** The most doctors that one call archives. */
export const ARCHIVED_AT_ONCE = 500
/** How long the archiving of doctors, or a new picture, can be undone. */
export const DOCTOR_UNDO_MS = 60_000

/** The number that NPIs carry in front of them when their check digit is computed: it stands for the United States. */
const NPI_PREFIX = '80840'

/** Ten digits of which the last one is the check digit of the others (Luhn). */
export function isNpi(text: string): boolean {
  if (!/^[0-9]{10}$/.test(text)) return false
  const sum = [...`${NPI_PREFIX}${text}`].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** The name as appointments show it. A title that stood in front of the former name stays. */
export function shownName(
  { firstName, lastName }: Pick<Doctor, 'firstName' | 'lastName'>,
  former: string | null = null,
): string {
  const title = former === null ? 'Dr.' : (/^(?:Dr|Prof)\.?(?=\s)/.exec(former)?.[0] ?? '')
  return [title, firstName, lastName].filter(Boolean).join(' ')
}

/** [OPEN-018] The fields of a doctor that a preview shows. */
const PREVIEW_FIELDS = [
  ...(['_id', 'firstName', 'lastName', 'npi', 'specialty', 'bio', 'languages', 'phone', 'email'] as const),
  'address',
] as const
export type DoctorPreview = Pick<Doctor, (typeof PREVIEW_FIELDS)[number]>

/** [OPEN-018] */
export function previewOf(doctor: Doctor): DoctorPreview {
  return Object.fromEntries(PREVIEW_FIELDS.map((name) => [name, doctor[name]])) as DoctorPreview
}

/**
 * [OPEN-018] A preview that was stored earlier, perhaps by another version or by hand: a field of another shape counts as
 * empty. Null without an id or a name.
 */
export function readPreview(stored: Readonly<Record<string, unknown>> | null): DoctorPreview | null {
  if (stored === null) return null
  const text = (name: string) => (typeof stored[name] === 'string' && stored[name] !== '' ? stored[name] : null)
  const [_id, lastName] = [text('_id'), text('lastName')]
  if (_id === null || lastName === null) return null
  const languages = Array.isArray(stored.languages)
    ? stored.languages.filter((one): one is string => typeof one === 'string')
    : []
  return {
    ...{ _id, firstName: text('firstName') ?? '', lastName, languages },
    ...{ npi: text('npi'), specialty: text('specialty'), bio: text('bio') },
    ...{ phone: text('phone'), email: text('email'), address: text('address') },
  }
}

/** The parts that patients would miss in the profile, in the order of the page. */
export function missingIn(doctor: DoctorPreview, image: string | null): readonly string[] {
  const has: readonly (readonly [name: string, isThere: boolean])[] = [
    ['a picture', image !== null],
    ['the specialty', doctor.specialty !== null],
    ['a few words about them', doctor.bio !== null],
    ['languages', doctor.languages.length > 0],
    ['the phone number', doctor.phone !== null],
    ['the e-mail address', doctor.email !== null],
    ['the address', doctor.address !== null],
    ['the NPI', doctor.npi !== null],
  ]
  return has.flatMap(([name, isThere]) => (isThere ? [] : [name]))
}
