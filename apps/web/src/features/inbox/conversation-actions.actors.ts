/**
 * Actions of staff on a conversation. Each shows at once and is reverted with a notice when the server refuses it.
 * [OPEN-092] Actions on one conversation run one after the other, so that star and unstar can't overtake each
 * other.
 */
import type { Api, Reply } from '../../api/client.ts'
import { failureTitle, isRefused } from '../../parts/failure-message.rules.ts'
import { type ConversationAction, changeBy, doneWords, inverseOf } from './conversation-actions.rules.ts'
import type { ListActor } from './list/conversation-list.machine.ts'
import type { ListEvent } from './list/list-messages.ts'
import { displayedConversation } from './list/list-model.rules.ts'

export interface Notice {
  readonly kind: 'error' | 'success'
  readonly text: string
  readonly undo?: () => void
}

export interface ActionDependencies {
  readonly api: Api
  readonly list: ListActor
  readonly organizationId: string
  readonly userId: string
  readonly newId: () => string
  readonly notify: (notice: Notice) => void
  /** Called when an action is asked for, when the server has agreed to it, and when it is undone. */
  readonly onAction?: (stage: ActionStage, action: ConversationAction) => void
}

export type ActionStage = 'asked' | 'done' | 'undone'

/** Tells `onAnswer`, if it is given, whether the server agreed. */
export type Act = (action: ConversationAction, onAnswer?: (agreed: boolean) => void) => void

export function createActions(parts: ActionDependencies): Act {
  const { list, newId, notify, userId, onAction = () => undefined } = parts
  const last = new Map<string, Promise<void>>()

  async function perform(
    action: ConversationAction,
    key: string,
    inverse: ConversationAction | null,
  ): Promise<boolean> {
    try {
      const { data, epoch, undoId = null } = await call(parts, action, key)
      sendToList(list, { type: 'patch.agreed', key, epoch, conversation: data })
      const text = doneWords(action)
      const undo = undoId === null ? inverse && once(() => act(inverse)) : undoOnce(parts, [undoId])
      const undone = () => {
        undo?.()
        onAction('undone', action)
      }
      if (text) notify({ kind: 'success', text, ...(undo && { undo: undone }) })
      onAction('done', action)
      return true
    } catch (error) {
      sendToList(list, { type: 'patch.undone', key })
      notify({ kind: 'error', text: failureTitle(error) })
      return false
    }
  }

  function act(action: ConversationAction, onAnswer: (agreed: boolean) => void = () => undefined): void {
    const { conversationId } = action
    const key = newId()
    const before = displayedConversation(list.getSnapshot().context, conversationId)
    const inverse = before ? inverseOf(action, before) : null
    if (before) {
      list.send({ type: 'patch.applied', patch: { key, conversationId, change: changeBy(action, before, userId) } })
    }
    const turn = (last.get(conversationId) ?? Promise.resolve())
      .then(() => perform(action, key, inverse))
      .then(onAnswer)
      .finally(() => last.get(conversationId) === turn && last.delete(conversationId))
    last.set(conversationId, turn)
    onAction('asked', action)
  }

  return act
}

/** Runs at most once, because the notice and the key may both be pressed. */
function once(work: () => void): () => void {
  let done = false
  return () => {
    if (!done) work()
    done = true
  }
}

/**
 * Undoes actions by the ids that the server returned. It runs at most once, because the notice and the key may both
 * be pressed.
 */
export function undoOnce(parts: ActionDependencies, undoIds: readonly string[]): () => void {
  const { api, list, organizationId, userId, newId, notify } = parts
  let pressed = false
  return async () => {
    if (pressed) return
    pressed = true
    try {
      // Loaded before the calls: if the words are missing, nothing is undone without them.
      const { undoneWords } = await import('./list/undo.rules.ts')
      const replies = []
      for (const undoId of undoIds) {
        replies.push(await api('undo', { body: { organizationId, undoId }, idempotencyKey: newId() }))
      }
      for (const { data, epoch } of replies) {
        for (const conversation of data.restored) sendToList(list, { type: 'conversation.read', epoch, conversation })
      }
      const restored = replies.flatMap(({ data }) => data.restored)
      notify(undoneWords({ restored, skipped: replies.flatMap(({ data }) => data.skipped) }, userId))
    } catch (error) {
      notify({ kind: 'error', text: undoFailureWords(error) })
    }
  }
}

/** The server keeps undo data for one minute. */
export function undoFailureWords(error: unknown): string {
  return isRefused(error, 'not_found') ? 'It is too late to undo this' : failureTitle(error)
}

/**
 * Sends only to an active list: the screen may have been left during the call, and a stopped actor would log the
 * event with patient data.
 */
export function sendToList(list: ListActor, event: ListEvent): void {
  if (list.getSnapshot().status === 'active') list.send(event)
}

/** Marking as read can't be undone, so its reply has no undo id. */
type Answer = Omit<Reply<'toggleStar'>, 'undoId'> & Partial<Pick<Reply<'toggleStar'>, 'undoId'>>

const noteOf = ({ note }: { readonly note?: string }) => (note === undefined ? {} : { note })

function call(
  { api, organizationId, userId }: ActionDependencies,
  action: ConversationAction,
  idempotencyKey: string,
): Promise<Answer> {
  const { conversationId } = action
  const body = { organizationId, conversationId }
  switch (action.kind) {
    case 'star':
    case 'unstar':
      return api('toggleStar', { body: { ...body, user: userId, action: action.kind } })
    case 'markUnread':
      return api('markConversationAsUnread', { body })
    case 'markRead':
      return api('updateLastSeen', { body: { ...body, user: userId } })
    case 'close':
      return api('closeConversation', { body: { ...body, status: action.status } })
    case 'assign': {
      const user = action.staff?._id ?? null
      if (action.note === undefined) return api('assignToStaff', { body: { ...body, user } })
      return api('assignWithNote', { body: { ...body, user, note: action.note }, idempotencyKey })
    }
    case 'team':
      return api('assignToTeam', {
        body: { ...body, ...noteOf(action), team: action.team?._id ?? null },
        idempotencyKey,
      })
    case 'request':
      return api('markConversationRequest', { body: { ...body, requestType: action.requestType } })
    case 'snooze':
      return api('snoozeConversation', { body: { ...body, until: action.until } })
    case 'takeOver':
      return api('botTakeOver', { body, idempotencyKey })
  }
}
