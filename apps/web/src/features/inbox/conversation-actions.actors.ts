/**
 * What staff do with a conversation: shown at once, undone with a toast where the server does not agree. [OPEN-092]
 * Actions on one conversation go one after the other, so that star and unstar can't overtake each other.
 */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { CallError } from '../../api/call-error.ts'
import type { Api } from '../../api/client.ts'
import { type ConversationAction, changeBy, doneWords, inverseOf } from './conversation-actions.rules.ts'
import type { ListActor, ListEvent } from './conversation-list.machine.ts'
import { shown } from './list-model.rules.ts'

/** Whether it was done nobody knows; if it was, the stream tells. */
const NO_ANSWER = 'The server did not answer. Try again when you are connected.'

export interface Notice {
  readonly kind: 'error' | 'success'
  readonly text: string
  readonly undo?: () => void
}

export interface ActionParts {
  readonly api: Api
  readonly list: ListActor
  readonly organizationId: string
  readonly userId: string
  readonly newId: () => string
  readonly notify: (notice: Notice) => void
}

export type Act = (action: ConversationAction) => void

export function createActions(parts: ActionParts): Act {
  const { list, newId, notify, userId } = parts
  const last = new Map<string, Promise<void>>()

  async function perform(action: ConversationAction, key: string, before: Conversation | null): Promise<void> {
    try {
      const { data, epoch } = await call(parts, action)
      tellList(list, { type: 'patch.agreed', key, epoch, conversation: data })
      const text = doneWords(action)
      const inverse = before && inverseOf(action, before)
      if (text) notify({ kind: 'success', text, ...(inverse ? { undo: () => act(inverse) } : {}) })
    } catch (error) {
      tellList(list, { type: 'patch.undone', key })
      notify({ kind: 'error', text: error instanceof CallError ? error.message : NO_ANSWER })
    }
  }

  function act(action: ConversationAction): void {
    const { conversationId } = action
    const key = newId()
    const before = shown(list.getSnapshot().context, conversationId)
    if (before) {
      list.send({ type: 'patch.applied', patch: { key, conversationId, change: changeBy(action, before, userId) } })
    }
    const turn = (last.get(conversationId) ?? Promise.resolve())
      .then(() => perform(action, key, before))
      .finally(() => last.get(conversationId) === turn && last.delete(conversationId))
    last.set(conversationId, turn)
  }

  return act
}

/** The screen may have been left while the call was under way; a stopped actor would log the event, patient and all. */
function tellList(list: ListActor, event: ListEvent): void {
  if (list.getSnapshot().status === 'active') list.send(event)
}

function call({ api, organizationId, userId }: ActionParts, action: ConversationAction) {
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
    case 'assign':
      return api('assignToStaff', { body: { ...body, user: action.staff?._id ?? null } })
    case 'request':
      return api('markConversationRequest', { body: { ...body, requestType: action.requestType } })
    case 'snooze':
      return api('snoozeConversation', { body: { ...body, until: action.until } })
  }
}
