/** Whether somebody is told of an arrival outside of the page, and in which words. */
import type { NotificationPreferences } from '@foyer/contracts/inbox/notification-calls.ts'
import { holdsUntil } from '@foyer/contracts/time/quiet-hours.rules.ts'
import type { Arrival } from './arrivals.rules.ts'

export interface Situation {
  readonly preferences: Pick<NotificationPreferences, 'scope' | 'quiet'>
  readonly userId: string
  readonly now: Date
  readonly timezone: string
  /** Of several tabs of an organization one tells. */
  readonly isLeader: boolean
  /** Conversations that are open in a tab that is seen and has the focus. */
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

/** Whether one notification tells how many conversations are unread, for arrivals that could not be told one by one. */
export function wantsSummary(situation: Omit<Situation, 'watched'>, unread: number): boolean {
  return situation.isLeader && situation.preferences.scope !== 'off' && unread > 0 && !isQuiet(situation)
}

/** Quiet times are those of the clock on the organization's wall. */
function isQuiet({ preferences: { quiet }, now, timezone }: Omit<Situation, 'watched'>): boolean {
  return quiet !== null && holdsUntil(now, timezone, quiet) !== null
}

/** Numbers alone, whatever leave was given: whose they are was not told. */
export function summaryOf(unread: number, scope: 'mine' | 'organization', organization: string): Telling {
  const whose = scope === 'mine' ? ' for you' : ''
  return {
    title: `You were away: ${unread.toLocaleString('en-US')} unread now${whose}`,
    body: organization,
    conversationId: null,
  }
}

export interface Telling {
  readonly title: string
  readonly body: string
  /** What a click opens: a conversation, or the inbox. */
  readonly conversationId: string | null
}

interface Words {
  readonly organization: string
  readonly showText: boolean
  /** They came while this tab was away. */
  readonly missed: boolean
}

const TEXT_MAX = 140
const NAMES_MAX = 3

/** One for all of them; null where there is nothing to tell. Without leave nobody's name and nobody's words. */
export function tellingOf(arrivals: readonly Arrival[], { organization, showText, missed }: Words): Telling | null {
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
): Omit<Telling, 'conversationId'> {
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
