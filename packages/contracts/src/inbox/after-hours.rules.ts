/** Decides whether a patient's message gets the after-hours answer, in any channel. */
import { closedSince } from '../time/opening-hours.rules.ts'
import type { InboxSettings } from './settings-calls.ts'

export interface AfterHours {
  readonly settings: Pick<InboxSettings, 'businessHours' | 'afterHours' | 'timezone'>
  readonly now: Date
  /** False for patients who opted out, are blocked, or asked in plain words for no texts. */
  readonly isWelcome: boolean
  /** Whether a staff member is with the patient now, as in a chat. */
  readonly isAttended: boolean
  /** The last after-hours answer in this conversation. */
  readonly repliedAt: Date | null
}

/** At most one answer per conversation from one closing time to the next opening. */
export function repliesAfterHours(about: AfterHours): boolean {
  const { settings, now, isWelcome, isAttended, repliedAt } = about
  if (!settings.afterHours.enabled || !isWelcome || isAttended) return false
  const closed = closedSince(now, settings.timezone, settings.businessHours)
  return closed !== null && (repliedAt === null || repliedAt < closed)
}
