/** Decides what a desk does next: by the staff member, by time or by a silence. */
import { BREAK_MAX_MINUTES, type DeskState, IDLE_MINUTES } from '@foyer/contracts/board/desk.rules.ts'
import { notValid } from '../../http/refusal.ts'

export interface DeskRow {
  readonly state: DeskState
  readonly since: Date
  readonly until: Date | null
  readonly day: string | null
}

/** The next look of a worker; null while the desk is off. */
export interface NextDesk extends DeskRow {
  readonly dueAt: Date | null
}

const MINUTE_MS = 60_000
const IDLE_MS = IDLE_MINUTES * MINUTE_MS

interface Asked {
  readonly state: DeskState
  readonly until?: string | undefined
}

/** The end of the break that is asked for; throws if it is none. */
export function endOfBreak({ state, until }: Asked, now: Date): Date | null {
  if (until === undefined) return null
  if (state !== 'break') throw notValid('until', 'Only a break has an end')
  const end = new Date(until)
  const ahead = end.getTime() - now.getTime()
  if (ahead <= 0 || ahead > BREAK_MAX_MINUTES * MINUTE_MS)
    throw notValid('until', `Must be in the coming ${BREAK_MAX_MINUTES / 60} hours`)
  return end
}

interface Moment {
  readonly now: Date
  /** The day of the organization. */
  readonly today: string
}

/**
 * The desk in the state that its staff member chose; undefined if it has that state already. A shift keeps the day that it
 * began on, so that one that ends after midnight is not the shift of the new day.
 */
export function press(
  desk: DeskRow,
  { state, until }: { readonly state: DeskState; readonly until: Date | null },
  { now, today }: Moment,
): NextDesk | undefined {
  if (desk.state === state && desk.until?.getTime() === until?.getTime()) return undefined
  const since = desk.state === state ? desk.since : now
  const day = desk.state === 'off' ? today : (desk.day ?? today)
  return { state, since, until, day, dueAt: dueOf({ state, since: now, until }) }
}

/**
 * The first input of the day begins a shift; undefined if the day had one, or if one goes on. A desk that just went off stays
 * off, because the input is that of the staff member who leaves.
 */
export function beginDay(desk: DeskRow, { now, today }: Moment): NextDesk | undefined {
  if (desk.state !== 'off' || desk.day === today) return undefined
  if (desk.day !== null && now.getTime() - desk.since.getTime() < IDLE_MS) return undefined
  return press(desk, { state: 'on', until: null }, { now, today })
}

/** The end of every session of the staff member ends the shift, except one that began after they signed out. */
export function leave(signedOutAt: Date) {
  return (desk: DeskRow, moment: Moment): NextDesk | undefined =>
    desk.since > signedOutAt ? undefined : press(desk, { state: 'off', until: null }, moment)
}

/**
 * A break that is over goes on with the shift; a desk without input for so long goes off. Otherwise only the next look
 * changes. The day stays that of the shift, so that one that ends after midnight is not the shift of the new day.
 */
export function lookAfter(
  desk: DeskRow,
  { now, lastUse }: { readonly now: Date; readonly lastUse: Date | null },
): NextDesk {
  const { since, until, day } = desk
  if (until !== null && until > now) return { ...desk, dueAt: until }
  if (until !== null)
    return { ...desk, state: 'on', since: until, until: null, dueAt: new Date(now.getTime() + IDLE_MS) }
  const input = lastUse !== null && lastUse > since ? lastUse : since
  if (now.getTime() - input.getTime() < IDLE_MS) return { ...desk, dueAt: new Date(input.getTime() + IDLE_MS) }
  return { state: 'off', since: now, until: null, day, dueAt: null }
}

export function isSame(left: DeskRow, right: DeskRow): boolean {
  const [one, two] = [left, right].map(({ state, since, until }) => [state, since.getTime(), until?.getTime()].join())
  return one === two
}

function dueOf({ state, since, until }: Pick<DeskRow, 'state' | 'since' | 'until'>): Date | null {
  if (state === 'off') return null
  return until ?? new Date(since.getTime() + IDLE_MS)
}
