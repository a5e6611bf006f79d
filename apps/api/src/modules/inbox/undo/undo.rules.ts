/** Records the value of each changed field before and after an action, and undoes the action with it. */
import type { Conversation, ConversationStatus, RequestType } from '@foyer/contracts/inbox/conversation.ts'
import type { HistoryChange, HistoryKind } from '@foyer/contracts/inbox/history.ts'
import { type ConversationState, star } from '../../conversations/conversations.rules.ts'

interface Moved<Value> {
  readonly before: Value
  readonly after: Value
}

/** Stored as JSON, so instants are text. */
export type FieldStep =
  | ({
      readonly field: 'status'
      /** The waiting time before the change, and the last text that it covers. */
      readonly waitingSince: string | null
      readonly lastTextVersion: number
      readonly settledVersion: number | null
      /** Resolving ends a snooze, so undo restores it. */
      readonly snoozedUntil: string | null
    } & Moved<ConversationStatus>)
  | ({ readonly field: 'requestType' } & Moved<RequestType | null>)
  | ({ readonly field: 'unreadCount'; readonly lastTextVersion: number } & Moved<number>)
  | ({ readonly field: 'staffAssigned' } & Moved<readonly string[]>)
  | ({ readonly field: 'teamId' } & Moved<string | null>)
  | ({ readonly field: 'patientId' } & Moved<string | null>)
  /** The chatbot that a person took over from. */
  | ({ readonly field: 'bot'; readonly lastTextVersion: number } & Moved<Conversation['bot']>)
  /** A snooze that another change did not end. */
  | ({ readonly field: 'snoozedUntil' } & Moved<string | null>)
  /** One staff member's star; other members' stars are independent. */
  | ({ readonly field: 'star'; readonly userId: string } & Moved<boolean>)

export interface ConversationStep {
  readonly conversationId: string
  readonly fields: readonly FieldStep[]
}

/** A stored step. History entries after `historyLength` are the action itself and later changes. */
export interface KeptStep extends ConversationStep {
  readonly historyLength: number
}

/** The step that undoes the change; null if no undoable field changed. */
export function stepOf(before: ConversationState, after: ConversationState): ConversationStep | null {
  const fields: FieldStep[] = []
  // First, because a conversation without a patient may be unassigned again.
  if (before.patientId !== after.patientId)
    fields.push({ field: 'patientId', before: before.patientId, after: after.patientId })
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
  if (before.teamId !== after.teamId) fields.push({ field: 'teamId', before: before.teamId, after: after.teamId })
  if (before.bot !== null && after.bot === null)
    fields.push({ field: 'bot', before: before.bot, after: null, lastTextVersion: before.lastTextVersion })
  const [wasSnoozed, isSnoozed] = [momentOf(before.snoozedUntil), momentOf(after.snoozedUntil)]
  if (wasSnoozed !== isSnoozed && before.status === after.status)
    fields.push({ field: 'snoozedUntil', before: wasSnoozed, after: isSnoozed })
  for (const userId of new Set([...before.starredBy, ...after.starredBy])) {
    const [was, is] = [before.starredBy.includes(userId), after.starredBy.includes(userId)]
    if (was !== is) fields.push({ field: 'star', userId, before: was, after: is })
  }
  return fields.length === 0 ? null : { conversationId: before.id, fields }
}

/**
 * The fields that were changed again after the action, including those that have the action's value again. `since` holds
 * the history entries from the action on.
 */
export function changedSince(
  conversation: ConversationState,
  { fields }: ConversationStep,
  since: readonly HistoryChange[],
): FieldStep[] {
  return fields.filter((step) => isOtherwise(conversation, step) || isRepeated(step, since))
}

function isOtherwise(conversation: ConversationState, step: FieldStep): boolean {
  switch (step.field) {
    case 'status':
      return conversation.status !== step.after || wouldBury(conversation, step)
    case 'staffAssigned':
      return !isSame(conversation.staffAssigned, step.after)
    case 'teamId':
      return conversation.teamId !== step.after
    case 'patientId':
      return conversation.patientId !== step.after
    case 'snoozedUntil':
      return momentOf(conversation.snoozedUntil) !== step.after
    case 'bot':
      // It goes on only where nobody wrote since.
      return conversation.bot !== null || conversation.lastTextVersion !== step.lastTextVersion
    case 'star':
      return conversation.starredBy.includes(step.userId) !== step.after
    case 'unreadCount':
      return conversation.unreadCount !== step.after || wouldBury(conversation, step)
    default:
      return conversation.requestType !== step.after
  }
}

/** A field that was changed and changed back counts as changed: its later editor may want that value. */
function isRepeated(step: FieldStep, since: readonly HistoryChange[]): boolean {
  // Reading leaves no history entry.
  const own = step.field === 'unreadCount' && step.after === 0 ? 0 : 1
  return since.filter((change) => isAbout(step, change)).length > own
}

function isAbout(step: FieldStep, change: HistoryChange): boolean {
  if (!KINDS[step.field].includes(change.kind)) return false
  return step.field !== 'star' || !('staff' in change) || change.staff === step.userId
}

/**
 * True if the undo would hide a message that arrived meanwhile: a patient's message reopens its conversation and makes
 * it unread, and no undo reverts that.
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

/**
 * Whether the undo reopens a resolved conversation. No one is waiting in a resolved one, so the waiting time must be
 * recomputed.
 */
export function isOpenedAgain({ fields }: ConversationStep): boolean {
  return fields.some((step) => step.field === 'status' && step.after === 'resolved')
}

/** The teams that the undo would give conversations back to. */
export function teamsBefore(steps: readonly ConversationStep[]): string[] {
  const before = steps.flatMap(({ fields }) => fields.map((step) => (step.field === 'teamId' ? step.before : null)))
  return [...new Set(before.filter((id) => id !== null))]
}

/** A team that was removed since has no conversations, so the undo leaves the conversation without a team. */
export function withTeams(step: ConversationStep, teams: ReadonlySet<string>): ConversationStep {
  const isGone = (field: FieldStep) => field.field === 'teamId' && field.before !== null && !teams.has(field.before)
  return {
    ...step,
    fields: step.fields.map((field) => (isGone(field) ? ({ ...field, before: null } as FieldStep) : field)),
  }
}

/** The patient whom the undo gives the conversation back to, in a list; empty if it leaves the patient as it is. */
export function patientBefore({ fields }: ConversationStep): (string | null)[] {
  return fields.flatMap((step) => (step.field === 'patientId' ? [step.before] : []))
}

/** Restores these fields and leaves all others. The caller describes a patient who is restored. */
export function restore(conversation: ConversationState, { fields }: ConversationStep): ConversationState {
  return fields.reduce(restoreField, conversation)
}

function restoreField(conversation: ConversationState, step: FieldStep): ConversationState {
  switch (step.field) {
    case 'status': {
      const isSilent = conversation.lastTextVersion === step.lastTextVersion
      const before = step.waitingSince === null ? null : new Date(step.waitingSince)
      // If a patient was linked meanwhile, the conversation becomes open instead of unassigned.
      const isFiled = step.before === 'unassigned' && conversation.patientId !== null
      return {
        ...conversation,
        status: isFiled ? 'open' : step.before,
        waitingSince: isSilent ? before : conversation.waitingSince,
        // Only resolving settles; what an opt-out settled meanwhile stays.
        settledVersion: step.after === 'resolved' ? step.settledVersion : conversation.settledVersion,
        snoozedUntil: snoozedAgain(conversation, step, isSilent),
      }
    }
    case 'star':
      return star(conversation, step.userId, step.before ? 'star' : 'unstar')
    case 'snoozedUntil':
      return { ...conversation, snoozedUntil: step.before === null ? null : new Date(step.before) }
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

/** The kinds of history entries that record these fields. Reading is not recorded. */
export function kindsOf(fields: readonly FieldStep[]): HistoryKind[] {
  return fields.flatMap(({ field }) => KINDS[field])
}
const KINDS: Record<FieldStep['field'], HistoryKind[]> = {
  status: ['status'],
  requestType: ['requestType'],
  unreadCount: ['markedUnread'],
  staffAssigned: ['assigned'],
  teamId: ['team'],
  bot: ['bot'],
  patientId: ['filed'],
  snoozedUntil: ['snoozed', 'woken'],
  star: ['starred', 'unstarred'],
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((id, place) => id === right[place])
}

function momentOf(at: Date | null): string | null {
  return at?.toISOString() ?? null
}
