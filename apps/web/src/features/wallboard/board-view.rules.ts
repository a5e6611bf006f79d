/** The wallboard: what it shows of a board at a moment. */
import { type Board, LATE_MINUTES, OVERDUE_MINUTES } from '@foyer/contracts/board/board.rules.ts'
import type { BoardRow } from '@foyer/contracts/board/board.ts'
import { firstName, initialsOf } from '@foyer/contracts/board/desk.rules.ts'
import type { Desk } from '@foyer/contracts/board/desk.ts'
import type { RequestType } from '@foyer/contracts/inbox/conversation.ts'
import type { OpenTime } from '@foyer/contracts/time/opening-hours.rules.ts'
import { timeOfDay } from '../../lib/time-labels.rules.ts'
import { waitOf } from '../../lib/waiting.rules.ts'

/** 0: in time, 1: late, 2: overdue. */
export type Tier = 0 | 1 | 2

/** The open minutes after which a wait is late or overdue. */
export interface Bounds {
  readonly lateMinutes: number
  readonly overdueMinutes: number
}
export const USUAL_BOUNDS: Bounds = { lateMinutes: LATE_MINUTES, overdueMinutes: OVERDUE_MINUTES }

/** "15 minutes", "an hour", "2 hours" */
export function boundWords(minutes: number): string {
  if (minutes === 60) return 'an hour'
  return minutes > 60 && minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`
}

export interface WaitingRow {
  readonly id: string
  readonly letters: string
  readonly type: RequestType | null
  readonly request: string
  /** "Dana W.", "Dana W. and 1 more"; null if it is nobody's. */
  readonly assigned: string | null
  /** "5m", "1h 04m" */
  readonly label: string
  readonly tier: Tier
}

export interface RequestGroup {
  readonly type: RequestType | null
  readonly label: string
  /** The longest waits first. */
  readonly tiers: readonly Tier[]
}

export interface OnShift {
  readonly userId: string
  readonly name: string
  readonly initials: string
  readonly doing: 'replying' | Desk['state']
  readonly words: string
  readonly open: number
}

const LABELS: Readonly<Record<RequestType, readonly [one: string, many: string]>> = {
  appointment: ['Appointment', 'Appointments'],
  prescription: ['Refill', 'Refills'],
  concierge: ['Concierge', 'Concierge'],
  billing: ['Billing', 'Billing'],
  other: ['Other request', 'Other requests'],
}
const NO_REQUEST = ['No request type', 'No request type'] as const
const TYPES = [...(Object.keys(LABELS) as RequestType[]), null]

function labelsOf(type: RequestType | null): readonly [string, string] {
  return type === null ? NO_REQUEST : LABELS[type]
}

interface Place {
  readonly now: Date
  readonly clinic: OpenTime
  /** Names of the staff by id. */
  readonly names: ReadonlyMap<string, string>
  readonly bounds: Bounds
}

/** The patients who wait, the longest waits first. */
export function waitingRows({ rows }: Pick<Board, 'rows'>, place: Place): readonly WaitingRow[] {
  const { now, clinic, names, bounds } = place
  return rows.flatMap(({ _id: id, letters, requestType, assigned, waitingSince }) => {
    if (waitingSince === null) return []
    const type = knownType(requestType)
    const { minutes, label } = waitOf(waitingSince, now, clinic)
    return {
      ...{ id, letters, type, request: labelsOf(type)[0], assigned: assignedWords(assigned, names) },
      ...{ label, tier: tierOf(minutes, bounds) },
    }
  })
}

function tierOf(minutes: number, { lateMinutes, overdueMinutes }: Bounds): Tier {
  return minutes >= overdueMinutes ? 2 : minutes >= lateMinutes ? 1 : 0
}

/** "12"; "5,000+" while more wait than the board holds. */
export function countWords(count: number, moreWait: boolean): string {
  return `${count.toLocaleString('en-US')}${moreWait ? '+' : ''}`
}

/** The waits by request type, in the order of the types; without types for which nobody waits. */
export function requestGroups(waiting: readonly WaitingRow[]): RequestGroup[] {
  const byType = Map.groupBy(waiting, ({ type }) => type)
  return TYPES.flatMap((type) => {
    const tiers = byType.get(type)?.map(({ tier }) => tier)
    return tiers === undefined ? [] : [{ type, label: labelsOf(type)[1], tiers }]
  })
}

/** A newer server may have more types. */
function knownType(type: BoardRow['requestType']): RequestType | null {
  return type === null || type in LABELS ? type : 'other'
}

/** "2 over an hour, 3 over 15 minutes" of a group, for its accessible name; empty if all are in time. */
export function lateWords(tiers: readonly Tier[], { lateMinutes, overdueMinutes }: Bounds): string {
  const count = (wanted: Tier) => tiers.filter((tier) => tier === wanted).length
  const parts = [
    ...(count(2) > 0 ? [`${count(2)} over ${boundWords(overdueMinutes)}`] : []),
    ...(count(1) > 0 ? [`${count(1)} over ${boundWords(lateMinutes)}`] : []),
  ]
  return parts.join(', ')
}

/** "Dana W." */
function shortName(name: string): string {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? [...(words.at(-1) ?? '')][0] : undefined
  return last === undefined ? (words[0] ?? '') : `${words[0]} ${last}.`
}

function assignedWords(ids: readonly string[], names: ReadonlyMap<string, string>): string | null {
  const [first] = ids
  if (first === undefined) return null
  const known = names.get(first)
  const name = known === undefined ? 'A colleague' : shortName(known)
  return ids.length === 1 ? name : `${name} and ${ids.length - 1} more`
}

interface Shift extends Pick<Place, 'names'> {
  /** The activity of those who have the organization open. */
  readonly attending: ReadonlyMap<string, 'viewing' | 'replying'>
  readonly timezone: string
}

/** The desks that are on shift, by name. Replying stands before the desk's own state, but not before a break. */
export function onShift({ desks, day }: Pick<Board, 'desks' | 'day'>, shift: Shift): OnShift[] {
  const { attending, timezone, names } = shift
  return desks
    .filter(({ state }) => state !== 'off')
    .map(({ userId, state, until, ...atItsTime }) => {
      const known = names.get(userId)
      const { name, initials } =
        known === undefined ? atItsTime : { name: firstName(known), initials: initialsOf(known) }
      const isReplying = state === 'on' && attending.get(userId) === 'replying'
      return {
        ...{ userId, name, initials, doing: isReplying ? ('replying' as const) : state },
        words: isReplying ? 'Replying' : deskWords({ state, until }, timezone),
        open: day?.loads[userId] ?? 0,
      }
    })
}

function deskWords({ state, until }: Pick<Desk, 'state' | 'until'>, timezone: string): string {
  switch (state) {
    case 'on':
      return 'On shift'
    case 'call':
      return 'On a call'
    case 'break':
      return until === null ? 'On a break' : `Break until ${timeOfDay(new Date(until), timezone)}`
    case 'off':
      return 'Off'
  }
}

/** "just now", "12 s ago", "4 min ago", "3 h ago" */
export function agoWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 1) return 'just now'
  if (seconds < 60) return `${seconds} s ago`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`
}

/** The five counts that supervisors watch, with the inbox's view of each. [ENTITY-11] */
export const FIVE_COUNTS = [
  { name: 'unreadMessages', label: 'Unread messages', to: '/inbox?tab=unread' },
  { name: 'openRequests', label: 'Open requests', to: '/inbox?tab=requests' },
  { name: 'otherRequests', label: 'Other requests', to: '/inbox' },
  { name: 'openConciergeRequests', label: 'Concierge requests', to: '/inbox?tab=concierge' },
  { name: 'thumbsDown', label: 'Thumbs down', to: '/inbox?tab=thumbsDown' },
] as const
