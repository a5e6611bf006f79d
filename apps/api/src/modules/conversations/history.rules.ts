/** What happened to a conversation, told from how it was and how it is. */
import type { HistoryChange } from '@foyer/contracts/inbox/history.ts'
import type { ConversationState } from './conversations.rules.ts'

/** `by` is who did it: null for the patient, the carrier or the clockwork. */
export function historyOf(
  before: ConversationState | null,
  after: ConversationState,
  by: string | null,
): HistoryChange[] {
  if (before !== null) return between(before, after, by)
  const { status, patientId } = after
  return [{ kind: 'began', status, patientId }, ...between(blank(after), after, by)]
}

/** As it began, before anything else was said of it. */
function blank(begun: ConversationState): ConversationState {
  return {
    ...begun,
    requestType: null,
    staffAssigned: [],
    starredBy: [],
    feedback: null,
    snoozedUntil: null,
    scheduledFor: null,
    askedToStop: false,
  }
}

function between(before: ConversationState, after: ConversationState, by: string | null): HistoryChange[] {
  if (before === after) return []
  return [
    ...moved('filed', before.patientId, after.patientId),
    ...moved('status', before.status, after.status),
    ...moved('requestType', before.requestType, after.requestType),
    ...assigned(before.staffAssigned, after.staffAssigned),
    ...added(before.starredBy, after.starredBy).map((staff) => ({ kind: 'starred', staff }) as const),
    ...added(after.starredBy, before.starredBy).map((staff) => ({ kind: 'unstarred', staff }) as const),
    ...instant(before.snoozedUntil, after.snoozedUntil, (until) => ({ kind: 'snoozed', until }), { kind: 'woken' }),
    ...instant(before.scheduledFor, after.scheduledFor, (at) => ({ kind: 'scheduled', for: at }), {
      kind: 'unscheduled',
    }),
    ...wish(before.askedToStop, after.askedToStop),
    ...moved('feedback', before.feedback, after.feedback),
    ...unread(before, after, by),
  ]
}

type Moving = 'filed' | 'status' | 'requestType' | 'feedback'
type ValueOf<Kind extends Moving> = Extract<HistoryChange, { kind: Kind }>['from']

function moved<Kind extends Moving>(kind: Kind, from: ValueOf<Kind>, to: ValueOf<Kind>): HistoryChange[] {
  return from === to ? [] : [{ kind, from, to } as HistoryChange]
}

function assigned(from: readonly string[], to: readonly string[]): HistoryChange[] {
  const isSame = from.length === to.length && from.every((id, place) => id === to[place])
  return isSame ? [] : [{ kind: 'assigned', from: [...from], to: [...to] }]
}

function added(from: readonly string[], to: readonly string[]): string[] {
  return to.filter((id) => !from.includes(id))
}

function instant(
  from: Date | null,
  to: Date | null,
  set: (at: string) => HistoryChange,
  cleared: HistoryChange,
): HistoryChange[] {
  if (from?.getTime() === to?.getTime()) return []
  return [to === null ? cleared : set(to.toISOString())]
}

function wish(from: boolean, to: boolean): HistoryChange[] {
  return from === to ? [] : [{ kind: to ? 'askedToStop' : 'stopSettled' }]
}

/** A text makes a conversation unread by itself; of staff it takes somebody who marks it. */
function unread(before: ConversationState, after: ConversationState, by: string | null): HistoryChange[] {
  const isMarked = by !== null && before.unreadCount === 0 && after.unreadCount > 0
  return isMarked ? [{ kind: 'markedUnread' }] : []
}
