/** The filters of the list of doctors, and its words. */
import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { foldName } from '@foyer/contracts/fold.rules.ts'

export interface DoctorFilter {
  readonly search: string
  readonly department: string
}

/** The doctors of the department whose name or specialty contains each word. */
export function matching(doctors: readonly Doctor[], { search, department }: DoctorFilter): readonly Doctor[] {
  const words = foldName(search).split(/\s+/).filter(Boolean)
  return doctors.filter((doctor) => {
    if (department !== '' && doctor.departmentId !== department) return false
    const text = foldName(`${doctor.name} ${doctor.specialty ?? ''}`)
    return words.every((word) => text.includes(word))
  })
}

export function fullName({ firstName, lastName }: Pick<Doctor, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}

/** "Dr. Amara Okafor", "3 doctors" */
export function doctorsWords(doctors: readonly Pick<Doctor, 'name'>[]): string {
  const [first] = doctors
  return doctors.length === 1 && first ? first.name : `${doctors.length} doctors`
}

/** The visits that remain booked with doctors who are archived. */
export function aheadWords(doctors: readonly Pick<Doctor, 'visitsAhead'>[]): string | undefined {
  const ahead = doctors.reduce((sum, { visitsAhead }) => sum + visitsAhead, 0)
  if (ahead === 0) return undefined
  return `${visitsWords(ahead)} ahead ${ahead === 1 ? 'stays' : 'stay'} booked`
}

export function visitsWords(count: number): string {
  return count === 1 ? '1 visit' : `${count} visits`
}
