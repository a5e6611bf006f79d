/** What an action changed of a conversation, and how that is taken back: of each field the value before and after it. */
import type { ConversationStatus, RequestType } from '@foyer/contracts/inbox/conversation.ts'
import type { HistoryChange, HistoryKind } from '@foyer/contracts/inbox/history.ts'
import { type ConversationState, star } from '../../conversations/conversations.rules.ts'

interface Moved<Value> {
  readonly before: Value
  readonly after: Value
}

/** As stored: JSON, so an instant is text. */
export type FieldStep =
  | ({
      readonly field: 'status'
      /** Who waited since when, and up to which text that was so. */
      readonly waitingSince: string | null
      readonly lastTextVersion: number
      readonly settledVersion: number | null
      /** What is resolved doesn't sleep. */
      readonly snoozedUntil: string | null
    } & Moved<ConversationStatus>)
  | ({ readonly field: 'requestType' } & Moved<RequestType | null>)
  | ({ readonly field: 'unreadCount'; readonly lastTextVersion: number } & Moved<number>)
  | ({ readonly field: 'staffAssigned' } & Moved<readonly string[]>)
  /** Of one member of the staff: the stars of others are theirs. */
  | ({ readonly field: 'star'; readonly userId: string } & Moved<boolean>)

export interface ConversationStep {
  readonly conversationId: string
  readonly fields: readonly FieldStep[]
}

/** As it is kept: what its history tells beyond this length is the action itself and what came after it. */
export interface KeptStep extends ConversationStep {
  readonly historyLength: number
}

/** What it takes to go back; null where nothing changed that can be taken back. */
export function stepOf(before: ConversationState, after: ConversationState): ConversationStep | null {
  const fields: FieldStep[] = []
  if (before.status !== after.status) {
    const waitingSince = before.waitingSince?.toISOString() ?? null
    const snoozedUntil = before.snoozedUntil?.toISOString() ?? null
    const { lastTextVersion, settledVersion } = before
    const waited = { waitingSince, lastTextVersion, settledVersion, snoozedUntil }
    fields.push({ field: 'status', before: before.status, after: after.status, ...waited })
  }
  if (before.requestType !== after.requestType)
    fields.push({ field: 'requestType', before: before.requestType, after: after.requestType })
  if (before.unreadCount !== after.unreadCount)
    fields.push({
      ...{ field: 'unreadCount', before: before.unreadCount, after: after.unreadCount },
      lastTextVersion: before.lastTextVersion,
    })
  if (!isSame(before.staffAssigned, after.staffAssigned))
    fields.push({ field: 'staffAssigned', before: before.staffAssigned, after: after.staffAssigned })
  for (const userId of new Set([...before.starredBy, ...after.starredBy])) {
    const [was, is] = [before.starredBy.includes(userId), after.starredBy.includes(userId)]
    if (was !== is) fields.push({ field: 'star', userId, before: was, after: is })
  }
  return fields.length === 0 ? null : { conversationId: before.id, fields }
}

/**
 * The fields that somebody changed after the action: they are no longer as it left them, or they are so again. `told` is what
 * the history tells from the action on, itself included.
 */
export function changedSince(
  conversation: ConversationState,
  { fields }: ConversationStep,
  told: readonly HistoryChange[],
): FieldStep[] {
  return fields.filter((step) => isOtherwise(conversation, step) || isRepeated(step, told))
}

function isOtherwise(conversation: ConversationState, step: FieldStep): boolean {
  switch (step.field) {
    case 'status':
      return conversation.status !== step.after || wouldBury(conversation, step)
    case 'staffAssigned':
      return !isSame(conversation.staffAssigned, step.after)
    case 'star':
      return conversation.starredBy.includes(step.userId) !== step.after
    case 'unreadCount':
      return conversation.unreadCount !== step.after || wouldBury(conversation, step)
    default:
      return conversation.requestType !== step.after
  }
}

/** Away and back again, by whomever: that the value is the same says nothing about who wants it now. */
function isRepeated(step: FieldStep, told: readonly HistoryChange[]): boolean {
  // To have read it is told nowhere.
  const own = step.field === 'unreadCount' && step.after === 0 ? 0 : 1
  return told.filter((change) => isAbout(step, change)).length > own
}

function isAbout(step: FieldStep, change: HistoryChange): boolean {
  if (!KINDS[step.field].includes(change.kind)) return false
  return step.field !== 'star' || !('staff' in change) || change.staff === step.userId
}

/**
 * A patient who wrote meanwhile would be put aside, or be read by nobody: a text opens what it comes to and makes it unread,
 * and no undo takes that back.
 */
export function wouldBury({ lastTextVersion, waitingSince }: ConversationState, step: FieldStep): boolean {
  switch (step.field) {
    case 'status':
    case 'unreadCount': {
      const isHidden =
        step.field === 'status' ? step.before !== 'open' && step.before !== 'unassigned' : step.before === 0
      return isHidden && waitingSince !== null && lastTextVersion !== step.lastTextVersion
    }
    default:
      return false
  }
}

/** Resolved, nobody waited: what became of the answers meanwhile tells whether somebody does, now that it is not. */
export function isOpenedAgain({ fields }: ConversationStep): boolean {
  return fields.some((step) => step.field === 'status' && step.after === 'resolved')
}

/** As it was in these fields, and as it is in all others. */
export function restore(conversation: ConversationState, { fields }: ConversationStep): ConversationState {
  return fields.reduce(restoreField, conversation)
}

function restoreField(conversation: ConversationState, step: FieldStep): ConversationState {
  switch (step.field) {
    case 'status': {
      const isSilent = conversation.lastTextVersion === step.lastTextVersion
      const before = step.waitingSince === null ? null : new Date(step.waitingSince)
      // Filed meanwhile, it belongs to somebody: open is what it would have become.
      const isFiled = step.before === 'unassigned' && conversation.patientId !== null
      return {
        ...conversation,
        status: isFiled ? 'open' : step.before,
        waitingSince: isSilent ? before : conversation.waitingSince,
        settledVersion: step.settledVersion,
        snoozedUntil: snoozedAgain(conversation, step, isSilent),
      }
    }
    case 'star':
      return star(conversation, step.userId, step.before ? 'star' : 'unstar')
    default:
      return { ...conversation, [step.field]: step.before }
  }
}

function snoozedAgain(
  { snoozedUntil }: ConversationState,
  step: Extract<FieldStep, { field: 'status' }>,
  isSilent: boolean,
): Date | null {
  if (step.before === 'resolved') return null
  if (step.after !== 'resolved' || !isSilent || step.snoozedUntil === null) return snoozedUntil
  return new Date(step.snoozedUntil)
}

/** Where the history tells who moved a field. To have read is not told there. */
export function kindsOf(fields: readonly FieldStep[]): HistoryKind[] {
  return fields.flatMap(({ field }) => KINDS[field])
}
const KINDS: Record<FieldStep['field'], HistoryKind[]> = {
  status: ['status'],
  requestType: ['requestType'],
  unreadCount: ['markedUnread'],
  staffAssigned: ['assigned'],
  star: ['starred', 'unstarred'],
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((id, place) => id === right[place])
}
