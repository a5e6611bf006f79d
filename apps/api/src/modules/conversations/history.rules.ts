/** Derives history entries from the states before and after a change. */
import type { HistoryChange } from '@foyer/contracts/inbox/history.ts'
import type { ConversationState } from './conversations.rules.ts'

/** The kinds of explicit entries that tell of scheduled texts, instead of the entry that their next time derives. */
const OF_SCHEDULED: readonly HistoryChange['kind'][] = ['rescheduled', 'held', 'kept', 'notSent']
const DERIVED: readonly HistoryChange['kind'][] = ['scheduled', 'unscheduled']

/** All entries of a change: the derived ones, and the explicit ones after them. What a chatbot did itself is told explicitly. */
export function entriesOf(
  before: ConversationState | null,
  after: ConversationState,
  by: string | null,
  also: readonly HistoryChange[] = [],
): HistoryChange[] {
  const isTold = also.some(({ kind }) => OF_SCHEDULED.includes(kind))
  const derived = historyOf(before, after, by)
  const takenOver = also.some(({ kind }) => kind === 'bot') ? [] : botChange(before, after, by)
  return [...takenOver, ...(isTold ? derived.filter(({ kind }) => !DERIVED.includes(kind)) : derived), ...also]
}

/** `by` is the staff member; null for the patient, the carrier or the scheduler. */
export function historyOf(
  before: ConversationState | null,
  after: ConversationState,
  by: string | null,
): HistoryChange[] {
  if (before !== null) return between(before, after, by)
  const { status, patientId } = after
  return [{ kind: 'began', status, patientId }, ...between(blank(after), after, by)]
}

/** The state that a conversation begins with, before its first message. */
function blank(begun: ConversationState): ConversationState {
  return {
    ...begun,
    requestType: null,
    staffAssigned: [],
    teamId: null,
    starredBy: [],
    feedback: null,
    snoozedUntil: null,
    scheduledFor: null,
    heldAuthors: [],
    askedToStop: false,
  }
}

function between(before: ConversationState, after: ConversationState, by: string | null): HistoryChange[] {
  if (before === after) return []
  return [
    ...fieldChange('filed', before.patientId, after.patientId),
    ...fieldChange('status', before.status, after.status),
    ...fieldChange('requestType', before.requestType, after.requestType),
    ...assignmentChange(before.staffAssigned, after.staffAssigned),
    ...fieldChange('team', before.teamId, after.teamId),
    ...addedIds(before.starredBy, after.starredBy).map((staff) => ({ kind: 'starred', staff }) as const),
    ...addedIds(after.starredBy, before.starredBy).map((staff) => ({ kind: 'unstarred', staff }) as const),
    ...instantChange(before.snoozedUntil, after.snoozedUntil, (until) => ({ kind: 'snoozed', until }), {
      kind: 'woken',
    }),
    ...instantChange(before.scheduledFor, after.scheduledFor, (at) => ({ kind: 'scheduled', for: at }), {
      kind: 'unscheduled',
    }),
    ...stopChange(before.askedToStop, after.askedToStop),
    ...fieldChange('feedback', before.feedback, after.feedback),
    ...unreadChange(before, after, by),
  ]
}

type PlainField = 'filed' | 'status' | 'requestType' | 'team' | 'feedback'
type ValueOf<Kind extends PlainField> = Extract<HistoryChange, { kind: Kind }>['from']

function fieldChange<Kind extends PlainField>(kind: Kind, from: ValueOf<Kind>, to: ValueOf<Kind>): HistoryChange[] {
  return from === to ? [] : [{ kind, from, to } as HistoryChange]
}

function assignmentChange(from: readonly string[], to: readonly string[]): HistoryChange[] {
  const isSame = from.length === to.length && from.every((id, place) => id === to[place])
  return isSame ? [] : [{ kind: 'assigned', from: [...from], to: [...to] }]
}

function addedIds(from: readonly string[], to: readonly string[]): string[] {
  return to.filter((id) => !from.includes(id))
}

function instantChange(
  from: Date | null,
  to: Date | null,
  set: (at: string) => HistoryChange,
  cleared: HistoryChange,
): HistoryChange[] {
  if (from?.getTime() === to?.getTime()) return []
  return [to === null ? cleared : set(to.toISOString())]
}

/** Anything but the chatbot itself ended its session. */
function botChange(before: ConversationState | null, after: ConversationState, by: string | null): HistoryChange[] {
  if (!before?.bot || after.bot !== null) return []
  const { flowId, name, version } = before.bot
  const what = by === null ? 'ended' : 'takenOver'
  return [{ kind: 'bot', flowId, name, version, what, why: 'takenOver' }]
}

function stopChange(from: boolean, to: boolean): HistoryChange[] {
  return from === to ? [] : [{ kind: to ? 'askedToStop' : 'stopSettled' }]
}

/** A patient's text makes a conversation unread by itself; only staff mark it unread. */
function unreadChange(before: ConversationState, after: ConversationState, by: string | null): HistoryChange[] {
  const isMarked = by !== null && before.unreadCount === 0 && after.unreadCount > 0
  return isMarked ? [{ kind: 'markedUnread' }] : []
}
