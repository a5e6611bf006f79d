/** The list of due dates: which of them a filter has, and which stay while someone points at the list. */
import { dueDates } from '@foyer/contracts/appointments/collections.rules.ts'
import { type DueStatus, dueStatusOf, isListed } from '@foyer/contracts/appointments/due.rules.ts'
import type { DueDate } from '@foyer/contracts/appointments/due-date.ts'
import { INVITED_DAYS, inviteProblem } from '../../../parts/visits/due-words.rules.ts'

/** What the address keeps. The patient's name is not among it, so that no link has one. */
export const DUE_FILTERS = ['patientId', 'status', 'type', 'doctorId'] as const
export type DueFilter = Readonly<Record<(typeof DUE_FILTERS)[number], string>>

/** The most due dates that one call invites. */
export const INVITE_MAX = 100

const STATUSES: readonly DueStatus[] = ['overdue', 'due', 'upcoming']

/** Undefined for any status, and for a word in the address that is none. */
export function statusOf({ status }: DueFilter): DueStatus | undefined {
  return STATUSES.find((one) => one === status)
}

/** The list of the clinic leaves out those for which a visit is booked; the list of a patient has them. */
export function fitsDue(filter: DueFilter, due: DueDate, today: string): boolean {
  const status = statusOf(filter)
  return (
    due.doneAt === null &&
    isListed(due.dueDate, today) &&
    (filter.patientId === '' ? due.booked === null : due.patientId === filter.patientId) &&
    (status === undefined || dueStatusOf(due.dueDate, today) === status) &&
    (filter.type === '' || due.appointmentType === filter.type)
  )
}

export interface SteadyRows {
  readonly rows: readonly DueDate[]
  /** Those that will come between the rows once nobody points at them. */
  readonly waiting: number
}

/**
 * The rows to show. While they are held, none of them moves or goes: each stays with its newest state, and only what follows
 * the last one is added.
 */
export function steadyRows(
  before: readonly DueDate[],
  known: readonly DueDate[],
  { fits, isHeld }: { fits: (due: DueDate) => boolean; isHeld: boolean },
): SteadyRows {
  const fitting = known.filter(fits)
  if (!isHeld || before.length === 0) return { rows: same(before, fitting), waiting: 0 }
  const newest = new Map(known.map((due) => [due._id, due]))
  const kept = before.map((due) => newest.get(due._id) ?? due)
  const shown = new Set(before.map(({ _id }) => _id))
  const others = fitting.filter(({ _id }) => !shown.has(_id))
  const last = before.at(-1)
  const following = others.filter((due) => last === undefined || dueDates.order(last, due) < 0)
  return { rows: same(before, [...kept, ...following]), waiting: others.length - following.length }
}

/** Equal rows are the same list, so that React does not render them again. */
function same(before: readonly DueDate[], after: readonly DueDate[]): readonly DueDate[] {
  return before.length === after.length && after.every((due, place) => due === before[place]) ? before : after
}

/** "All 3 can be invited", "2 of 3 can be invited: 1 was invited in the last 7 days" */
export function canInviteWords(dates: readonly DueDate[], now: Date, timezone: string): string {
  const left = dates.filter((due) => inviteProblem(due, now, timezone) !== null)
  const all = dates.length
  if (left.length === 0) return all === 1 ? 'Can be invited' : `All ${all} can be invited`
  const booked = left.filter(({ booked }) => booked !== null).length
  const done = left.filter(({ doneAt, booked }) => booked === null && doneAt !== null).length
  const invited = left.length - booked - done
  const parts = [
    booked > 0 && `${booked} ${booked === 1 ? 'has' : 'have'} a visit`,
    done > 0 && `${done} ${done === 1 ? 'is' : 'are'} done`,
    invited > 0 && `${invited} ${invited === 1 ? 'was' : 'were'} invited in the last ${INVITED_DAYS} days`,
  ]
  const reached = all - left.length
  const share = reached === 0 ? 'Nobody can be invited' : `${reached} of ${all} can be invited`
  return `${share}: ${parts.filter(Boolean).join(', ')}`
}
