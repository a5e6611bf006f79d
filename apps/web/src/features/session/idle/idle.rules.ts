/**
 * [OPEN-093] When a session is about to end, by this browser's reckoning. The server's word is the truth; in between time is
 * measured, never compared with the server's clock, which may be a day away from this computer's.
 */
import { noteEveryMs } from '@foyer/contracts/session/activity.rules.ts'
import type { SessionLife } from '@foyer/contracts/session/session-life-calls.ts'

/** Two clocks at once: the wall's goes on while the machine sleeps and may be set anew, the other never goes back. */
export interface Reading {
  readonly wall: number
  readonly elapsed: number
}

/** What the server said, and when it came. */
export interface Life {
  readonly at: Reading
  readonly idleMinutes: number
  /** From `at` until it ends unused; with the whole session at the latest. */
  readonly idleMs: number
  readonly wholeMs: number
}

/** Which end comes: nobody was here, or the twelve hours are over. */
export type Ending = 'idle' | 'whole'

const WARNED_MS = 60_000

/** The longer of both: a clock that was set back hides no time, one that was set forward makes us ask too early. */
export function passed(since: Reading, now: Reading): number {
  return Math.max(0, now.elapsed - since.elapsed, now.wall - since.wall)
}

export function lifeOf({ now, idleMinutes, idleEndsAt, endsAt }: SessionLife, at: Reading): Life {
  const msTo = (end: string) => Date.parse(end) - Date.parse(now)
  return { at, idleMinutes, idleMs: msTo(idleEndsAt), wholeMs: msTo(endsAt) }
}

/** What another tab was told, by the wall clock that both share: a frozen tab hears of it late. */
export function overheard(life: Life, now: Reading): Life {
  return { ...life, at: { wall: life.at.wall, elapsed: now.elapsed - Math.max(0, now.wall - life.at.wall) } }
}

export function leftMs(life: Life, now: Reading): number {
  return Math.min(life.idleMs, life.wholeMs) - passed(life.at, now)
}

export function endingOf({ idleMs, wholeMs }: Life): Ending {
  return wholeMs <= idleMs ? 'whole' : 'idle'
}

/** A minute before the end, and halfway where it is two minutes or less. */
export function warningLeadMs(idleMinutes: number): number {
  return Math.min(WARNED_MS, idleMinutes * 30_000)
}

export function untilWarningMs(life: Life, now: Reading): number {
  return leftMs(life, now) - warningLeadMs(life.idleMinutes)
}

/** Whether the server should hear that somebody is here: not at every key, and often enough for a short idle time. */
export function isWorthNoting(noted: Reading | null, idleMinutes: number, now: Reading): boolean {
  return noted === null || passed(noted, now) >= noteEveryMs(idleMinutes)
}

/** Whether a call that leaves now has somebody behind it. */
export function isSomebodyHere(input: Reading, now: Reading, idleMinutes = 10): boolean {
  return passed(input, now) < noteEveryMs(idleMinutes)
}

/** A screen reader hears the start with the dialog, and these. */
const SPOKEN_S = [30, 10]

/** What is said aloud with so many seconds left: the last of the moments that have come, so that it changes twice. */
export function spokenSeconds(seconds: number, lead: number): number | null {
  const due = SPOKEN_S.filter((moment) => moment < lead && seconds <= moment)
  return due.at(-1) ?? null
}

/** "45 seconds", as it stands on the screen. */
export function secondsWords(seconds: number): string {
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}
