/** The words that "Insert" puts into a text: the patient's name, their visit and their doctor. */
import { hasName } from '../../../lib/patient-names.rules.ts'
import { timeOfDay } from '../../../lib/time-labels.rules.ts'
import { type Addressee, dateWords } from './canned.rules.ts'

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
      words: startsAt && `${dateWords(startsAt, timezone)} at ${timeOfDay(startsAt, timezone)}`,
      why: noVisit,
    },
    {
      label: 'Doctor',
      words: appointment?.doctorName.trim() || null,
      why: appointment === null ? noVisit : 'The visit names no doctor',
    },
  ]
}
