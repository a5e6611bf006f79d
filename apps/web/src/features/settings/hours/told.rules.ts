/** What a patient is told at a moment, by the rules that the API uses. */
import { repliesAfterHours } from '@foyer/contracts/inbox/after-hours.rules.ts'
import type { InboxSettings } from '@foyer/contracts/inbox/settings-calls.ts'
import { isDay } from '@foyer/contracts/time/calendar.rules.ts'
import { nextOpening, openTime } from '@foyer/contracts/time/opening-hours.rules.ts'
import { quietUntil } from '@foyer/contracts/time/quiet-hours.rules.ts'
import { isTimeOfDay } from '@foyer/contracts/time/time-of-day.rules.ts'
import { instantAt, type WallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import { laterLabel } from '../../../lib/time-labels.rules.ts'

export type ToldSettings = Pick<InboxSettings, 'businessHours' | 'afterHours' | 'quietHours' | 'timezone'>

export interface Told {
  /** The automatic text that answers a patient's first message since the clinic closed; null for none. */
  readonly reply: string | null
  /** Why there is no reply, or when there is one. */
  readonly replyWords: string
  readonly quietWords: string
  readonly clockWords: string
}

/** The chosen moment; null while its day or its time is not complete. */
export function momentOf(wall: WallTime, timezone: string): Date | null {
  return isDay(wall.day) && isTimeOfDay(wall.time) ? instantAt(wall, timezone) : null
}

/** For a patient in the clinic's own time zone who is welcome and was not answered since the clinic closed. */
export function toldAt(settings: ToldSettings, at: Date): Told {
  const { timezone, businessHours, afterHours, quietHours } = settings
  const first = { now: at, isWelcome: true, isAttended: false, repliedAt: null }
  const isAnswered = repliesAfterHours({ settings, ...first })
  const until = quietUntil(at, timezone, quietHours)
  return {
    reply: isAnswered ? afterHours.message.trim() || '…' : null,
    replyWords: replyWords(isAnswered, afterHours.enabled),
    quietWords:
      until === null
        ? 'A text that the patient did not ask for, such as a reminder, goes out at once.'
        : `A text that the patient did not ask for waits until ${laterLabel(until, at, timezone)}.`,
    clockWords: clockWords(at, timezone, businessHours),
  }
}

function replyWords(isAnswered: boolean, isEnabled: boolean): string {
  if (isAnswered) return 'Sent at once, to the first message since you closed.'
  return isEnabled ? 'None: you are open.' : 'None: the reply while closed is turned off.'
}

function clockWords(at: Date, timezone: string, hours: InboxSettings['businessHours']): string {
  const clinic = openTime(timezone, hours)
  if (!clinic.hasHours) return 'Runs at all hours, because no day has opening hours.'
  if (clinic.isOpen(at.getTime())) return 'Runs.'
  const opening = nextOpening(at, timezone, hours)
  return opening === null ? 'Paused.' : `Paused until ${laterLabel(opening, at, timezone)}.`
}
