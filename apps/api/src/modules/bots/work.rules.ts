/** Actions of a flow that are done in the transaction of their step, by the rules that the staff's changes have. */
import type { Answers, Facts } from '@foyer/contracts/chatbot/facts.rules.ts'
import type { ActionSettings } from '@foyer/contracts/chatbot/flow.ts'
import { localActions } from '@foyer/contracts/chatbot/limits.rules.ts'
import { filledWords } from '@foyer/contracts/chatbot/words.rules.ts'
import {
  type ClosingStatus,
  closingStatuses,
  type RequestType,
  requestTypes,
} from '@foyer/contracts/inbox/conversation.ts'
import { ask, assign, type ConversationState, close } from '../conversations/conversations.rules.ts'

const LOCAL: ReadonlySet<string> = new Set(localActions)

export function isLocalAction({ do: what }: ActionSettings): boolean {
  return LOCAL.has(what)
}

export interface Done {
  readonly conversation: ConversationState
  readonly notes: readonly string[]
}

interface Known {
  readonly answers: Answers
  readonly facts: Facts
  /** Whom the action assigns, if it does. */
  readonly assignee: string | null
}

/** Null if it can't be done: the flow then goes on at `failed`. */
export function doLocally(done: Done, action: ActionSettings, { answers, facts, assignee }: Known): Done | null {
  const { conversation, notes } = done
  switch (action.do) {
    case 'setRequestType':
      return isRequestType(action.requestType) ? { ...done, conversation: ask(conversation, action.requestType) } : null
    case 'assign':
      return assignee === null ? null : { ...done, conversation: assign(conversation, assignee) }
    case 'close':
      return isClosing(action.status) ? { ...done, conversation: close(conversation, action.status) } : null
    case 'addNote': {
      const text = filledWords(action.note ?? '', answers, facts).trim()
      return text === '' ? done : { ...done, notes: [...notes, text] }
    }
    // The answer stands in the note of the hand-over; staff enter it after they have looked at it.
    case 'saveField':
      return done
    default:
      return null
  }
}

export function isRequestType(value: string | null | undefined): value is RequestType {
  return requestTypes.some((known) => known === value)
}

function isClosing(value: string): value is ClosingStatus {
  return closingStatuses.some((known) => known === value)
}
