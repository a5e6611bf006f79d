/** Which of the due dates that staff chose get an invitation. */
import type { SkipReason } from '@foyer/contracts/appointments/appointment.ts'
import type { LockedDueDate } from '../due-marks.store.ts'

const WEEK_MS = 7 * 24 * 60 * 60_000
/** The most invitations of an organization on one of its days. */
export const INVITATIONS_MAX = 2000

export interface Skipped {
  readonly dueDateId: string
  readonly reason: SkipReason | 'not_found' | 'invited' | 'booked' | 'done'
}

/** All that is due for a patient, which one invitation is about. */
export type OfPatient = readonly [LockedDueDate, ...LockedDueDate[]]

interface Chosen {
  readonly dueDateIds: readonly string[]
  /** By id, those that exist. */
  readonly known: ReadonlyMap<string, LockedDueDate>
  /** The ids of those for whose type a visit is booked. */
  readonly booked: ReadonlySet<string>
  /** The invitations of the day before this one. */
  readonly invitations: number
  readonly now: Date
}

export function chooseInvitations({ dueDateIds, known, booked, invitations, now }: Chosen) {
  const skipped: Skipped[] = []
  const chosen: LockedDueDate[] = []
  for (const dueDateId of dueDateIds) {
    const due = known.get(dueDateId)
    const reason = due === undefined ? 'not_found' : whyNot(due, booked, now)
    if (due === undefined || reason !== null) skipped.push({ dueDateId, reason: reason ?? 'not_found' })
    else if (invitations + chosen.length >= INVITATIONS_MAX) skipped.push({ dueDateId, reason: 'over_limit' })
    else chosen.push(due)
  }
  const groups = [...Map.groupBy(chosen, ({ patientId }) => patientId).values()]
  return { skipped, groups: groups.flatMap(([first, ...others]): OfPatient[] => (first ? [[first, ...others]] : [])) }
}

function whyNot({ id, doneAt, invitedAt }: LockedDueDate, booked: ReadonlySet<string>, now: Date) {
  if (doneAt !== null) return 'done'
  if (booked.has(id)) return 'booked'
  return invitedAt !== null && now.getTime() - invitedAt.getTime() < WEEK_MS ? 'invited' : null
}
