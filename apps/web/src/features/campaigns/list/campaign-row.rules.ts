/** The words of a campaign in the list. */
import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { hasEnded, statusLabel } from '@foyer/contracts/campaign/states.rules.ts'
import { inSentence, momentLabel } from '../../../lib/time-labels.rules.ts'

export type StatusTone = 'quiet' | 'live' | 'ahead' | 'warn'

export interface StatusWords {
  readonly label: string
  readonly tone: StatusTone
}

/** "Running", "Paused by Dana Whitfield", "Paused: too many failed". */
export function statusWords(campaign: Campaign, pausedBy: string | null): StatusWords {
  const { status, preparing, pauseReason } = campaign
  if (status === 'running') return { label: preparing ? 'Preparing' : 'Running', tone: 'live' }
  if (status === 'scheduled') return { label: 'Scheduled', tone: 'ahead' }
  if (status !== 'paused') return { label: statusLabel(status), tone: 'quiet' }
  if (pauseReason === 'failures') return { label: 'Paused: too many failed', tone: 'warn' }
  if (pauseReason === 'not_ready') return { label: 'Paused: no longer ready', tone: 'warn' }
  return { label: pausedBy === null ? 'Paused' : `Paused by ${pausedBy}`, tone: 'warn' }
}

/** "Goes out Fri, Nov 20, 10:30 AM", "Started yesterday, 9:00 AM", "Finished Nov 12, 4:02 PM", "Saved 9:15 AM". */
export function whenWords(campaign: Campaign, now: Date, timezone: string): string {
  const { status, scheduledAt, startedAt, finishedAt, savedAt } = campaign
  const at = (moment: string) => inSentence(momentLabel(moment, now, timezone))
  if (status === 'scheduled' && scheduledAt !== null) return `Goes out ${at(scheduledAt)}`
  if (hasEnded(status) && finishedAt !== null) return `${statusLabel(status)} ${at(finishedAt)}`
  return startedAt === null ? `Saved ${at(savedAt)}` : `Started ${at(startedAt)}`
}
