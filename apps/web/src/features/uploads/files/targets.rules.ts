/** Whose a file is, by its name. */
import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { foldName } from '@foyer/contracts/fold.rules.ts'
import type { Referral } from '@foyer/contracts/imports/record-calls.ts'

/** A doctor or a referral that a file may belong to. */
export interface Target {
  readonly id: string
  readonly label: string
  /** An NPI or an MRN: found in the file's name as it is. */
  readonly key: string | null
  /** All of them must be in the file's name. */
  readonly names: readonly string[]
}

export function doctorTargets(doctors: readonly Doctor[]): readonly Target[] {
  return doctors.map(({ _id, firstName, lastName, name, npi }) => ({
    ...{ id: _id, label: name, key: npi },
    names: [firstName, lastName].filter(Boolean),
  }))
}

export function referralTargets(referrals: readonly Referral[]): readonly Target[] {
  return referrals.map(({ _id, patientName, patientMrn, referringProvider, date }) => ({
    ...{ id: _id, key: patientMrn, names: patientName.split(/\s+/).filter(Boolean) },
    label: `${patientName}, from ${referringProvider}, ${date}`,
  }))
}

/** The one target that the file's name means: by its key, else by all its names. Null if none or several fit. */
export function targetOf(fileName: string, targets: readonly Target[]): string | null {
  const words = wordsOf(fileName)
  const letters = words.join('')
  const byKey = targets.filter(({ key }) => key !== null && hasKey(words, letters, key))
  if (byKey.length > 0) return byKey.length === 1 ? (byKey[0]?.id ?? null) : null
  const byNames = targets.filter(
    ({ names }) => names.length > 1 && names.every((name) => wordsOf(name).every((word) => words.includes(word))),
  )
  return byNames.length === 1 ? (byNames[0]?.id ?? null) : null
}

/** A key of digits stands alone, so that it is not found in a longer number. */
function hasKey(words: readonly string[], letters: string, key: string): boolean {
  const parts = wordsOf(key)
  const whole = parts.join('')
  if (whole.length < 4) return false
  return parts.length === 1 ? words.includes(whole) : letters.includes(whole)
}

function wordsOf(text: string): readonly string[] {
  return foldName(text)
    .split(/[^\p{L}\p{Nd}]+/u)
    .filter(Boolean)
}
