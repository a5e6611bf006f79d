/**
 * [OPEN-093] When a session is about to end, as counted by this browser. Only the server decides. Between its
 * answers time is measured here and never compared with the server's clock, which may differ by a day.
 */
import { noteEveryMs } from '@foyer/contracts/session/activity.rules.ts'
import type { SessionLife } from '@foyer/contracts/session/session-life-calls.ts'

/** Two clocks: `wall` continues while the computer sleeps but may be changed, `elapsed` never goes back. */
export interface ClockReading {
  readonly wall: number
  readonly elapsed: number
}

/** The server's answer, and the time it arrived. */
export interface Life {
  readonly at: ClockReading
  readonly idleMinutes: number
  /** The time from `at` until the session ends unused, at most that until the whole session ends. */
  readonly idleMs: number
  readonly wholeMs: number
}

/** Why the session ends: nobody was active, or the twelve hours are over. */
export type Ending = 'idle' | 'whole'

const WARNED_MS = 60_000

/**
 * The longer of both clocks: a clock set back hides no time, and one set forward only makes the browser ask too
 * early.
 */
export function elapsedMs(since: ClockReading, now: ClockReading): number {
  return Math.max(0, now.elapsed - since.elapsed, now.wall - since.wall)
}

export function lifeOf({ now, idleMinutes, idleEndsAt, endsAt }: SessionLife, at: ClockReading): Life {
  const msTo = (end: string) => Date.parse(end) - Date.parse(now)
  return { at, idleMinutes, idleMs: msTo(idleEndsAt), wholeMs: msTo(endsAt) }
}

/**
 * Converts a life received from another tab by the wall clock that both share, because a frozen tab receives it
 * late.
 */
export function fromOtherTab(life: Life, now: ClockReading): Life {
  return { ...life, at: { wall: life.at.wall, elapsed: now.elapsed - Math.max(0, now.wall - life.at.wall) } }
}

export function leftMs(life: Life, now: ClockReading): number {
  return Math.min(life.idleMs, life.wholeMs) - elapsedMs(life.at, now)
}

export function endingOf({ idleMs, wholeMs }: Life): Ending {
  return wholeMs <= idleMs ? 'whole' : 'idle'
}

/** One minute before the end, or half the idle time if that is two minutes or less. */
export function warningLeadMs(idleMinutes: number): number {
  return Math.min(WARNED_MS, idleMinutes * 30_000)
}

export function untilWarningMs(life: Life, now: ClockReading): number {
  return leftMs(life, now) - warningLeadMs(life.idleMinutes)
}

/** Whether activity should be reported now: not at every key, and often enough for a short idle time. */
export function isWorthNoting(noted: ClockReading | null, idleMinutes: number, now: ClockReading): boolean {
  return noted === null || elapsedMs(noted, now) >= noteEveryMs(idleMinutes)
}

/** Whether a call made now is caused by an active user. */
export function isSomebodyHere(input: ClockReading, now: ClockReading, idleMinutes = 10): boolean {
  return elapsedMs(input, now) < noteEveryMs(idleMinutes)
}

/** A screen reader announces the start with the dialog, and these remaining seconds. */
const SPOKEN_S = [30, 10]

/** The announcement with this many seconds left: the latest moment that has come, so that it changes only twice. */
export function spokenSeconds(seconds: number, lead: number): number | null {
  const due = SPOKEN_S.filter((moment) => moment < lead && seconds <= moment)
  return due.at(-1) ?? null
}

/** "45 seconds", as the screen shows it. */
export function secondsWords(seconds: number): string {
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}
