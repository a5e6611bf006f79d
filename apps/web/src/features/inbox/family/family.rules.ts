/** The patients of one number: the lanes of their conversation, and what their replies say about their visits. */
import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import type { Collection } from '@foyer/contracts/collection.rules.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { HouseholdMember } from '@foyer/contracts/patients/chart-calls.ts'
import { daysBetween } from '@foyer/contracts/time/calendar.rules.ts'
import { slotLabel } from '../../../lib/day-labels.rules.ts'
import { givenName } from '../../../lib/staff-names.rules.ts'
import { dateOf } from '../../../lib/time-labels.rules.ts'

/** `all`, `none` for what is filed under no one, or the id of a patient. */
export type Lane = string
export const ALL: Lane = 'all'
export const NOT_FILED: Lane = 'none'

/** The thread's facts about the family; both are empty until they are read. */
export interface FamilyFacts {
  /** The patients who share the number; empty for a number of one patient. */
  readonly members: readonly HouseholdMember[]
  /** By the id of the message. */
  readonly marks: ReadonlyMap<string, readonly ReplyMark[]>
}
export const NO_FAMILY: FamilyFacts = { members: [], marks: new Map() }

/** A message's meaning for one visit. */
export interface ReplyMark {
  readonly appointmentId: string
  readonly look: 'ok' | 'auto' | 'warn'
  /** "Confirmed Thu 9:30" */
  readonly words: string
}

export interface UnclearReply {
  readonly messageId: string
  readonly visits: readonly Appointment[]
}

/** The visits of the patients that `belongs` names. */
export function visitsWhere(belongs: (visit: Appointment) => boolean): Collection<Appointment> {
  return {
    select: (event) => (event.type === 'appointment.changed' && belongs(event.data) ? [event.data] : []),
    key: ({ _id }) => _id,
    order: (left, right) => compare(left.startsAt, right.startsAt) || compare(left._id, right._id),
  }
}

const compare = (left: string, right: string) => (left < right ? -1 : Number(left > right))

/** The replies that a person has to sort, the newest first. A visit that has begun or ended needs no answer any more. */
export function unclearReplies(visits: readonly Appointment[]): UnclearReply[] {
  const open = visits.filter(
    ({ reply, appointmentStatus: status }) =>
      reply?.kind === 'unclear' && (status === 'scheduled' || status === 'confirmed'),
  )
  const ids = [...new Set(open.map(({ reply }) => reply?.messageId ?? ''))]
  return ids
    .map((messageId) => ({ messageId, visits: open.filter(({ reply }) => reply?.messageId === messageId) }))
    .sort((left, right) => compare(askedAt(right), askedAt(left)))
}

const askedAt = ({ visits: [visit] }: UnclearReply) => visit?.reply?.at ?? ''

type Kind = NonNullable<Appointment['reply']>['kind']

const MARKS: Readonly<Record<Exclude<Kind, 'unclear'>, { look: ReplyMark['look']; words: string }>> = {
  confirm: { look: 'ok', words: 'Confirmed' },
  reschedule: { look: 'auto', words: 'Asks to move' },
  cancelAsked: { look: 'warn', words: 'Asks to cancel' },
  saidCancel: { look: 'warn', words: 'May be about' },
  late: { look: 'warn', words: 'Running late for' },
}

/** The marks below the bubbles. A family's say whose visit it is. */
export function marksOf(
  visits: readonly Appointment[],
  names: ReadonlyMap<string, string>,
  today: string,
): FamilyFacts['marks'] {
  const marks = new Map<string, ReplyMark[]>()
  for (const visit of visits) {
    const { reply, _id: appointmentId, patientId } = visit
    if (reply === null || reply.kind === 'unclear') continue
    const { look, words } = MARKS[reply.kind]
    const whose = names.size > 1 ? names.get(patientId) : undefined
    const said = `${words} ${visitTime(visit, today)}`
    const mark = { appointmentId, look, words: whose === undefined ? said : `${whose}: ${lowerFirst(said)}` }
    marks.set(reply.messageId, [...(marks.get(reply.messageId) ?? []), mark])
  }
  return marks
}

const lowerFirst = (words: string) => `${words.charAt(0).toLowerCase()}${words.slice(1)}`

/** "Thu 9:30" within six days, so that the weekday names one day only; else "Nov 27, 9:30". */
export function visitTime({ appointmentDate: day, startTime }: Appointment, today: string): string {
  const isNear = Math.abs(daysBetween(today, day)) < 7
  const time = slotLabel(startTime)
  return isNear ? `${weekday(day)} ${time}` : `${dateOf(day, today)}, ${time}`
}

function weekday(day: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short' }).format(new Date(`${day}T00:00:00Z`))
}

/** The first name of each, or the whole name of those who have the same one, and the year of birth if even that is the same. */
export function memberNames(members: readonly HouseholdMember[]): ReadonlyMap<string, string> {
  const given = ({ name }: HouseholdMember) => givenName(name)
  const names = members.map((member): [string, string] => {
    const { _id, name, birthdate } = member
    if (isOnly(members, member, given)) return [_id, given(member)]
    const isNamed = isOnly(members, member, (one) => one.name)
    return [_id, isNamed || birthdate === null ? name : `${name}, ${birthdate.slice(0, 4)}`]
  })
  return new Map(names)
}

function isOnly(
  members: readonly HouseholdMember[],
  member: HouseholdMember,
  nameOf: (one: HouseholdMember) => string,
): boolean {
  return members.every((other) => other === member || nameOf(other) !== nameOf(member))
}

/** The lane to show: one of a patient who no longer shares the number is shown as all. */
export function laneAmong(lane: Lane, members: readonly HouseholdMember[]): Lane {
  if (members.length < 2) return ALL
  return lane === NOT_FILED || members.some(({ _id }) => _id === lane) ? lane : ALL
}

export function isInLane({ patientId }: Pick<Message, 'patientId'>, lane: Lane): boolean {
  return lane === ALL || (lane === NOT_FILED ? patientId === null : patientId === lane)
}

/** The patient of a lane; null for those of several. */
export function patientOfLane(lane: Lane): string | null {
  return lane === ALL || lane === NOT_FILED ? null : lane
}
