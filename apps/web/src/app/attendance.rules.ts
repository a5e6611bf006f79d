/** The top bar shows which colleagues of the organization are here. */
import type { Attendance } from '@foyer/contracts/live.ts'

export interface Attendee {
  readonly _id: string
  readonly name: string
  readonly isReplying: boolean
}

/** The faces that fit in the top bar; the others are counted. */
export const FACES = 5

/** The user's colleagues who are here, those who reply first, then by name. */
export function attendeesOf(
  staff: Attendance['staff'],
  names: ReadonlyMap<string, string>,
  userId: string,
): readonly Attendee[] {
  return staff
    .filter(({ _id }) => _id !== userId)
    .map(({ _id, state }) => ({ _id, name: names.get(_id) ?? 'A colleague', isReplying: state === 'replying' }))
    .toSorted(
      (one, two) => Number(two.isReplying) - Number(one.isReplying) || one.name.localeCompare(two.name, 'en-US'),
    )
}

/** "3 colleagues are here, 1 is replying" */
export function attendanceWords(attendees: readonly Attendee[]): string {
  const { length } = attendees
  const replying = attendees.filter(({ isReplying }) => isReplying).length
  const here = length === 1 ? '1 colleague is here' : `${length} colleagues are here`
  return replying === 0 ? here : `${here}, ${replying} ${replying === 1 ? 'is' : 'are'} replying`
}
