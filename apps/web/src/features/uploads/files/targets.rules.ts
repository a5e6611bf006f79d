/** The doctor or referral that a file belongs to, by the file's name. */
import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { matchPicture, type PictureMatch } from '@foyer/contracts/doctors/picture-match.rules.ts'
import type { Referral } from '@foyer/contracts/imports/record-calls.ts'
import { dateOf } from '../../../lib/time-labels.rules.ts'

/** A doctor or a referral that a file may belong to. */
export interface Target {
  readonly id: string
  readonly label: string
  /** A second, quieter line. */
  readonly detail: string | null
}

/** The target that a file's name means. `failed`: the look-up failed. */
export type Match =
  | { readonly kind: 'one'; readonly target: Target; readonly by: 'MRN' | 'NPI' | 'names' }
  | { readonly kind: 'several'; readonly targets: readonly Target[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed' }

export function doctorTarget({ _id, name }: Doctor): Target {
  return { id: _id, label: name, detail: null }
}

/** `today` is the day of the clinic, YYYY-MM-DD. */
export function referralTarget(referral: Referral, today: string): Target {
  const { _id, patientName, patientMrn, referringProvider, date } = referral
  const facts = [patientMrn === null ? null : `MRN ${patientMrn}`, `from ${referringProvider}`, dateOf(date, today)]
  return { id: _id, label: patientName, detail: facts.filter((fact) => fact !== null).join(', ') }
}

export function matchDoctor(fileName: string, doctors: readonly Doctor[]): Match {
  const match = matchPicture(fileName, doctors)
  const [first, ...others] = doctors.filter(({ _id }) => idsOf(match).includes(_id)).map(doctorTarget)
  if (first === undefined) return { kind: 'none' }
  if (others.length > 0 || match.kind !== 'one') return { kind: 'several', targets: [first, ...others] }
  return { kind: 'one', target: first, by: match.by === 'npi' ? 'NPI' : 'names' }
}

interface FoundReferrals {
  readonly referrals: readonly Referral[]
  /** The server has no others that fit. */
  readonly isWhole: boolean
  readonly today: string
}

/**
 * The one referral whose patient the file's name means, by the MRN, else by first and last name. If the MRN means one patient
 * and the names another, a person decides.
 */
export function matchReferral(fileName: string, { referrals, isWhole, today }: FoundReferrals): Match {
  const byMrn = referrals.filter(({ patientMrn }) => patientMrn !== null && hasMrn(fileName, patientMrn))
  const named = namedBy(fileName, referrals)
  const others = named.filter(({ patientId }) => byMrn.every((one) => one.patientId !== patientId))
  const [first, ...more] = byMrn.length === 0 ? named : [...byMrn, ...others]
  if (first === undefined) return { kind: 'none' }
  const target = referralTarget(first, today)
  if (more.length > 0 || !isWhole)
    return { kind: 'several', targets: [target, ...more.map((one) => referralTarget(one, today))] }
  return { kind: 'one', target, by: byMrn.length > 0 ? 'MRN' : 'names' }
}

function namedBy(fileName: string, referrals: readonly Referral[]): readonly Referral[] {
  const match = matchPicture(
    fileName,
    referrals.map(({ _id, patientName }) => {
      const names = patientName.trim().split(/\s+/)
      return { _id, firstName: names.slice(0, -1).join(' '), lastName: names.at(-1) ?? '', npi: null }
    }),
  )
  return referrals.filter(({ _id }) => idsOf(match).includes(_id))
}

function idsOf(match: PictureMatch): readonly string[] {
  switch (match.kind) {
    case 'one':
      return [match.doctorId]
    case 'several':
      return match.doctorIds
    default:
      return []
  }
}

/** A shorter MRN is found in too many names. */
const MRN_LEAST = 4

/** The signs between the letters and digits of an MRN may be others, or none; it stands alone. */
function hasMrn(fileName: string, mrn: string): boolean {
  const parts = mrn.toLowerCase().match(/[\p{L}\p{Nd}]+/gu) ?? []
  if (parts.join('').length < MRN_LEAST) return false
  const pattern = parts.join('[^\\p{L}\\p{Nd}]?')
  return new RegExp(`(?<![\\p{L}\\p{Nd}])${pattern}(?![\\p{L}\\p{Nd}])`, 'u').test(fileName.toLowerCase())
}
