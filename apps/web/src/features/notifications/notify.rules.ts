/** Whether a notification is shown for an arrival, and its words. */
import type { NotificationPreferences } from '@foyer/contracts/inbox/notification-calls.ts'
import { holdsUntil } from '@foyer/contracts/time/quiet-hours.rules.ts'
import type { Arrival } from './arrivals.rules.ts'

export interface Situation {
  readonly preferences: Pick<NotificationPreferences, 'scope' | 'quiet'>
  readonly userId: string
  readonly now: Date
  readonly timezone: string
  /** Only one tab of an organization shows notifications: the leader. */
  readonly isLeader: boolean
  /** The conversations that are open in a visible tab with the focus. */
  readonly watched: ReadonlySet<string>
}

export type Verdict = 'tell' | 'another tab tells' | 'off' | 'not theirs' | 'quiet' | 'sees it'

export function verdictOn(arrival: Arrival, situation: Situation): Verdict {
  const { preferences, userId, isLeader, watched } = situation
  if (!isLeader) return 'another tab tells'
  if (preferences.scope === 'off') return 'off'
  const isTheirs = arrival.kind === 'mention' || arrival.assigned.includes(userId)
  if (preferences.scope === 'mine' && !isTheirs) return 'not theirs'
  if (isQuiet(situation)) return 'quiet'
  return watched.has(arrival.conversationId) ? 'sees it' : 'tell'
}

/** Whether to show one summary of the unread count, for arrivals that can't be shown one by one. */
export function wantsSummary(situation: Omit<Situation, 'watched'>, unread: number): boolean {
  return situation.isLeader && situation.preferences.scope !== 'off' && unread > 0 && !isQuiet(situation)
}

/** Quiet times are in the organization's time zone. */
function isQuiet({ preferences: { quiet }, now, timezone }: Omit<Situation, 'watched'>): boolean {
  return quiet !== null && holdsUntil(now, timezone, quiet) !== null
}

/** Contains only numbers, whatever the preferences allow, because the missed messages are not known. */
export function summaryOf(unread: number, scope: 'mine' | 'organization', organization: string): NotificationText {
  const whose = scope === 'mine' ? ' for you' : ''
  return {
    title: `You were away: ${unread.toLocaleString('en-US')} unread now${whose}`,
    body: organization,
    conversationId: null,
  }
}

export interface NotificationText {
  readonly title: string
  readonly body: string
  /** The conversation that a click opens; null for the inbox. */
  readonly conversationId: string | null
}

interface Words {
  readonly organization: string
  readonly showText: boolean
  /** The arrivals came while this tab was disconnected. */
  readonly missed: boolean
}

const TEXT_MAX = 140
const NAMES_MAX = 3

/** One notification for all arrivals; null without any. It contains names and text only if the user allows it. */
export function notificationOf(
  arrivals: readonly Arrival[],
  { organization, showText, missed }: Words,
): NotificationText | null {
  const [first] = arrivals
  if (!first) return null
  const ids = new Set(arrivals.map(({ conversationId }) => conversationId))
  const conversationId = ids.size === 1 ? first.conversationId : null
  const count = arrivals.reduce((sum, one) => sum + one.count, 0)
  const mentions = arrivals.filter(({ kind }) => kind === 'mention').length
  if (arrivals.length === 1 && count === 1 && !missed)
    return { ...single(first, organization, showText), conversationId }
  const title = `${plural(count - mentions, mentions)}${missed ? ' while you were away' : ''}`
  return { title, body: showText ? namesOf(arrivals) : organization, conversationId }
}

function single(
  { kind, name, text }: Arrival,
  organization: string,
  showText: boolean,
): Omit<NotificationText, 'conversationId'> {
  if (!showText) return { title: kind === 'mention' ? 'You were mentioned' : 'New message', body: organization }
  const title = kind === 'mention' ? `${name} mentioned you` : name
  return { title, body: text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1).trimEnd()}…` : text || organization }
}

function plural(messages: number, mentions: number): string {
  const parts = []
  if (messages > 0) parts.push(messages === 1 ? '1 new message' : `${messages} new messages`)
  if (mentions > 0) parts.push(mentions === 1 ? '1 mention' : `${mentions} mentions`)
  return parts.join(', ')
}

function namesOf(arrivals: readonly Arrival[]): string {
  const names = [...new Set(arrivals.map(({ name }) => name))]
  const others = names.length - NAMES_MAX
  const shown = names.slice(0, NAMES_MAX).join(', ')
  return others > 0 ? `${shown} and ${others} more` : shown
}
