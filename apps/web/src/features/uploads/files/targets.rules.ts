/** Whose a file is, by its name. */

import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { matchPicture } from '@foyer/contracts/doctors/picture-match.rules.ts'
import type { Referral } from '@foyer/contracts/imports/record-calls.ts'

/** A doctor or a referral that a file may belong to. */
export interface Target {
  readonly id: string
  readonly label: string
}

export function doctorTargets(doctors: readonly Doctor[]): readonly Target[] {
  return doctors.map(({ _id, name }) => ({ id: _id, label: name }))
}

export function referralTargets(referrals: readonly Referral[]): readonly Target[] {
  return referrals.map(({ _id, patientName, referringProvider, date }) => ({
    id: _id,
    label: `${patientName}, from ${referringProvider}, ${date}`,
  }))
}

/** The one doctor whom the file's name means; null if it is nobody, or several. */
export function doctorOf(fileName: string, doctors: readonly Doctor[]): string | null {
  const match = matchPicture(fileName, doctors)
  return match.kind === 'one' ? match.doctorId : null
}

/** The one referral whose patient the file's name means, by the MRN, else by first and last name. */
export function referralOf(fileName: string, referrals: readonly Referral[]): string | null {
  const byMrn = referrals.filter(({ patientMrn }) => patientMrn !== null && hasMrn(fileName, patientMrn))
  if (byMrn.length > 0) return byMrn.length === 1 ? (byMrn[0]?._id ?? null) : null
  const match = matchPicture(
    fileName,
    referrals.map(({ _id, patientName }) => {
      const names = patientName.trim().split(/\s+/)
      return { _id, firstName: names.slice(0, -1).join(' '), lastName: names.at(-1) ?? '', npi: null }
    }),
  )
  return match.kind === 'one' ? match.doctorId : null
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
