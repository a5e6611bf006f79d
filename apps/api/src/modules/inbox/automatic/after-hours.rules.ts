/** Whether a patient's message is answered with "we are closed", whatever the channel it came by. */
import type { InboxSettings } from '@foyer/contracts/inbox/settings-calls.ts'
import { closedSince } from '@foyer/contracts/time/opening-hours.rules.ts'

export interface AfterHours {
  readonly settings: Pick<InboxSettings, 'businessHours' | 'afterHours' | 'timezone'>
  readonly now: Date
  /** Nothing is said by itself to who opted out, is blocked, or asked not to be texted and waits for somebody to look. */
  readonly isWelcome: boolean
  /** Somebody of the staff is at it now, as may be in a chat. */
  readonly isAttended: boolean
  /** When this conversation was last told. */
  readonly repliedAt: Date | null
}

/** Once a conversation from one closing to the next opening. */
export function repliesAfterHours(about: AfterHours): boolean {
  const { settings, now, isWelcome, isAttended, repliedAt } = about
  if (!settings.afterHours.enabled || !isWelcome || isAttended) return false
  const closed = closedSince(now, settings.timezone, settings.businessHours)
  return closed !== null && (repliedAt === null || repliedAt < closed)
}
