/** The words that "Insert" puts into a text: the patient's name, their visit and their doctor. */
import { momentWords } from '@foyer/contracts/outreach/moment-words.rules.ts'
import { hasName } from '../../../lib/patient-names.rules.ts'
import type { Addressee } from './canned.rules.ts'

export interface Insertable {
  readonly label: string
  /** Null if they are not known. */
  readonly words: string | null
  /** Why they are not known. */
  readonly why: string
}

export function insertables({ name, appointment }: Addressee, timezone: string): Insertable[] {
  const full = hasName(name) ? name.trim() : ''
  const first = full.split(/\s+/)[0] ?? ''
  const startsAt = appointment === null ? null : new Date(appointment.startsAt)
  const noName = 'The patient’s name is not known'
  const noVisit = 'There is no coming visit'
  return [
    { label: 'First name', words: first || null, why: noName },
    { label: 'Full name', words: full || null, why: noName },
    {
      label: 'Visit',
      words: startsAt && `${momentWords(startsAt, timezone, 'day')} at ${momentWords(startsAt, timezone, 'time')}`,
      why: noVisit,
    },
    {
      label: 'Doctor',
      words: appointment?.doctorName.trim() || null,
      why: appointment === null ? noVisit : 'The visit names no doctor',
    },
  ]
}
