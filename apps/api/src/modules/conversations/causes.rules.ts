/** Derives what a change of a conversation, or a message of it, caused. */
import { leavesToPerson } from '@foyer/contracts/chatbot/flow-states.rules.ts'
import type { HistoryChange } from '@foyer/contracts/inbox/history.ts'
import { keywordOf } from '@foyer/contracts/inbox/keywords.rules.ts'
import type { Delivery } from '@foyer/contracts/inbox/message.ts'
import type { NewCause } from '../../events/causes.ts'
import type { ConversationState } from './conversations.rules.ts'
import type { MessageState } from './messages.rules.ts'

/** The automations that led to a change, the oldest first. */
type Chain = readonly string[]

/** The text that made the change, and the automations that led to it. */
interface MadeBy {
  readonly chain?: Chain | undefined
  readonly message?: MessageState | undefined
}

/** `before` is null for a new conversation. */
export function causesOf(before: ConversationState | null, after: ConversationState, by: MadeBy = {}): NewCause[] {
  if (before === after) return []
  const about = { ...aboutOf(after), ...madeBy(by) }
  const user = after.staffAssigned[0]
  const causes: (NewCause | false)[] = [
    isAtWork(after) && !(before !== null && isAtWork(before)) && { kind: 'conversationOpened', data: {}, ...about },
    user !== undefined &&
      !before?.staffAssigned.includes(user) && { kind: 'conversationAssigned', data: { user }, ...about },
    after.status === 'resolved' && before?.status !== 'resolved' && { kind: 'conversationClosed', data: {}, ...about },
    after.feedback === 'down' && before?.feedback !== 'down' && { kind: 'thumbsDown', data: {}, ...about },
  ]
  return causes.filter((cause) => cause !== false)
}

/** A chatbot that gave its conversation to a person. */
export function causesOfHistory(
  after: ConversationState,
  changes: readonly HistoryChange[] = [],
  by: MadeBy = {},
): NewCause[] {
  const isHandedOver = changes.some(
    (change) => change.kind === 'bot' && change.why !== null && leavesToPerson(change.why),
  )
  return isHandedOver ? [{ kind: 'chatbotHandover', data: {}, ...aboutOf(after), ...madeBy(by) }] : []
}

/** Keywords of consent are no texts to a clinic. A bare YES is one: it mostly answers a question. */
const NO_TEXTS: readonly unknown[] = ['stop', 'start', 'help']

/** `before` is the conversation without the message. */
export function causesOfMessage(
  before: ConversationState | null,
  after: ConversationState,
  message: MessageState,
): NewCause[] {
  const about = { ...aboutOf(after), messageId: message.id }
  if (message.direction === 'inbound') {
    if (NO_TEXTS.includes(keywordOf(message.body))) return []
    const { campaign } = message
    const isFirst = campaign != null && campaign._id !== before?.campaign?._id
    return [{ kind: 'inboundMessage', data: { campaignId: isFirst ? campaign._id : null }, ...about }]
  }
  return message.author === null || message.private ? [] : [{ kind: 'staffReplied', data: {}, ...about }]
}

const FAILED: readonly Delivery[] = ['failed', 'undelivered']

/** A text failed for good. */
export function causesOfDelivery(
  conversation: ConversationState,
  { id: messageId, from, to }: { readonly id: string; readonly from: Delivery; readonly to: Delivery },
): NewCause[] {
  if (FAILED.includes(from) || !FAILED.includes(to)) return []
  return [{ kind: 'deliveryFailed', data: {}, ...aboutOf(conversation), messageId }]
}

function isAtWork({ status, isQuiet }: ConversationState): boolean {
  return !isQuiet && (status === 'open' || status === 'unassigned')
}

/** A text of the patient is named, so that rules of all kinds together answer it once. */
function madeBy({ chain = [], message }: MadeBy) {
  return { chain, ...(message?.direction === 'inbound' && { messageId: message.id }) }
}

function aboutOf({ id, patientId }: ConversationState) {
  return { subject: { kind: 'conversation', id }, conversationId: id, patientId } as const
}
