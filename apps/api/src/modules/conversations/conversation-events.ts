/** Saves changed conversations with their history, and stages their events. */
import { boardChanged } from '@foyer/contracts/board/board.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { countsMoved } from '@foyer/contracts/inbox/counts.rules.ts'
import { conversationChanged, messageAdded } from '@foyer/contracts/inbox/events.ts'
import type { HistoryChange, HistoryEntry } from '@foyer/contracts/inbox/history.ts'
import { historyAdded } from '@foyer/contracts/inbox/history-events.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { visitorMessage } from '@foyer/contracts/inbox/visitor.ts'
import type { Tx } from '../../db/tx.ts'
import { type ChangeSet, causing, type LogPosition, type NewEvent, newEvent } from '../../events/append.ts'
import { addNotices } from '../notices/notices.ts'
import { movesBoard, rowOnBoard } from './board-rows.rules.ts'
import { causesOf, causesOfHistory, causesOfMessage } from './causes.rules.ts'
import { type ConversationState, listed } from './conversations.rules.ts'
import { entriesOf } from './history.rules.ts'
import { addHistory } from './history.store.ts'
import type { CarrierMedia } from './inbound.rules.ts'
import type { MessageState } from './messages.rules.ts'
import { addMessages } from './messages.store.ts'
import { saveConversations, type ToSave } from './saved-conversations.store.ts'
import { moveRequest } from './service-requests.ts'
import { heldAnew, tallyChanges } from './tally-changes.ts'
import { visitorView } from './visitor-view.rules.ts'

export interface Happened {
  /** Null for a new conversation. */
  readonly before: ConversationState | null
  readonly after: ConversationState
  /** A staff member's id; null is the patient, the carrier or the scheduler. */
  readonly by: string | null
  readonly now: Date
  /** History entries that do not follow from the row, such as a change of the number's consent. */
  readonly also?: readonly HistoryChange[]
  /** The conversation's new last message, which is stored with it. */
  readonly message?: MessageState
  /** The files of the message that are still at the carrier. */
  readonly media?: readonly CarrierMedia[]
  /** Why the staff are assigned, for their notices. */
  readonly reason?: string | undefined
  /** The messages so far, with the one that is added now, need no answer: the patient opted out, or came back. */
  readonly settles?: boolean
  /** The automation or the chatbot that made the change, where `by` is null. */
  readonly via?: HistoryEntry['via'] | undefined
  /** The automations that led to the change, the oldest first. */
  readonly chain?: readonly string[] | undefined
}

interface Staged extends Happened {
  /** It is in no store yet, so no client can be viewing it. A quiet one is found from what was sent to it. */
  readonly isNew: boolean
  readonly news: readonly HistoryChange[]
  /** The wallboard is told directly before the screens of the inbox, so it never lags behind the counts. */
  readonly isOnBoard: boolean
}

/**
 * Stages the events of conversations that this transaction has locked: for each its history events, then its row of the
 * wallboard, then the conversation, then its new message; then the counts of those for whom one is held or no longer; last
 * the notices of those whom a colleague assigned. The rows are written when the set is appended and its versions are known.
 * The rows of all conversations share their statements. A conversation may come again with what it became further, if its
 * facts are the same: its row is written once.
 */
export function stageConversationEvents(tx: Tx, happened: readonly Happened[]) {
  const staged = happened.map((given) => {
    // Screens do not know a quiet conversation, so its first change tells of a new one.
    const before = given.before?.isQuiet ? null : given.before
    const after = listed(given.after)
    return {
      ...given,
      before,
      after,
      isNew: given.before === null,
      news: entriesOf(before, after, given.by, given.also),
      isOnBoard: movesBoard(before, after),
    }
  })
  let stored: Omit<Stored, 'events'> = { items: [], messages: [] }
  const set: ChangeSet = {
    moved: staged.flatMap((one) => [
      ...Array.from({ length: eventsAhead(one) }, () => undefined),
      countsMoved(one.before, one.after),
      ...Array.from({ length: messageEvents(one) }, () => undefined),
    ]),
    async recordAll(positions) {
      const { events, ...rows } = await store(tx, staged, positions)
      stored = rows
      return events
    },
  }
  return {
    changes: staged.length === 0 ? [] : [set, ...talliesOf(tx, staged), ...noticesOf(tx, staged)],
    /** The list items, available once the set is appended. */
    items: () => stored.items,
    /** The new messages, available once the set is appended. */
    messages: () => stored.messages,
  }
}

/** In a chat a message is also emitted to its visitor, unless patients may not see it. */
function isForVisitor({ after, message }: Happened): boolean {
  return after.channel === 'chat' && message?.private === false
}

function messageEvents(one: Happened): number {
  return one.message === undefined ? 0 : isForVisitor(one) ? 2 : 1
}

function talliesOf(tx: Tx, staged: readonly Staged[]): ChangeSet[] {
  const users = new Set(staged.flatMap(({ before, after }) => heldAnew(before, after)))
  return tallyChanges(tx, itemAt(staged, 0).after.organizationId, [...users].sort())
}

/** Tells the staff whom somebody else assigned, in one statement for all conversations of one actor. */
function noticesOf(tx: Tx, staged: readonly Staged[]): ChangeSet[] {
  return [...Map.groupBy(staged, ({ by }) => by)].flatMap(([by, ofActor]) => {
    const { after, now: at } = itemAt(ofActor, 0)
    const notices = ofActor.flatMap(({ before, after: { id: conversationId, staffAssigned }, reason: text = '' }) =>
      staffAssigned
        .filter((userId) => !before?.staffAssigned.includes(userId))
        .map((userId) => ({ userId, kind: 'assigned' as const, conversationId, subjectId: null, text })),
    )
    return addNotices(tx, { organizationId: after.organizationId, by, at }, notices)
  })
}

/** New conversations emit no history events. */
function historyEventsOf<Of>({ isNew, news }: { readonly isNew: boolean; readonly news: readonly Of[] }) {
  return isNew ? [] : news
}

/** The events of a conversation before its own. */
function eventsAhead(one: Staged): number {
  return historyEventsOf(one).length + (one.isOnBoard ? 1 : 0)
}

interface Stored {
  readonly items: readonly Conversation[]
  readonly messages: readonly Message[]
  readonly events: readonly NewEvent[]
}

/**
 * The conversations as the changes of a transaction leave them so far. A later change begins with a state that has no
 * version of these, because versions are known when a change is appended.
 */
const storedIn = new WeakMap<Tx, Map<string, ConversationState>>()

async function store(tx: Tx, staged: readonly Staged[], positions: readonly LogPosition[]): Promise<Stored> {
  let next = 0
  const former = storedIn.get(tx) ?? new Map<string, ConversationState>()
  storedIn.set(tx, former)
  const placed = staged.map((one) => {
    const own = next + eventsAhead(one)
    next = own + 1 + messageEvents(one)
    const version = itemAt(positions, own).seq
    const conversation = versioned(one, version, former.get(one.after.id) ?? one.after)
    former.set(conversation.id, conversation)
    return { ...one, version, saved: { conversation, version } satisfies ToSave }
  })
  const [first, ...others] = placed.map(({ saved }) => saved)
  if (!first) return { items: [], messages: [], events: [] }
  const { organizationId } = first.conversation
  const happenings = staged.flatMap(({ after: { id: conversationId }, now, by, via, news }) =>
    news.map((change) => ({ conversationId, at: now, by, via, change })),
  )
  const added = placed.flatMap(({ message, after: { channel }, version, media = [] }) =>
    message === undefined ? [] : [{ message, channel, version: messageVersion(version), media }],
  )
  for (const one of placed) moveRequest(tx, one)
  // Sent together, the conversations first, because a new one has its history and its messages from now on.
  const [items, entries, messages] = await Promise.all([
    saveConversations(tx, [first, ...others], itemAt(staged, 0).now),
    addHistory(tx, organizationId, happenings),
    addMessages(tx, added),
  ])
  const [ofEntries, ofMessages] = [entries.values(), messages.values()]
  const events = placed.flatMap((one, index) => {
    const news = [...ofEntries.take(one.news.length)]
    const history = historyEventsOf({ isNew: one.isNew, news }).map((entry) => newEvent(historyAdded, entry))
    const told =
      one.message === undefined ? [] : [...ofMessages.take(1)].flatMap((message) => messageEventsOf(one, message))
    const { before, after, also } = one
    const causes = [...causesOf(before, after, one), ...causesOfHistory(after, also, one)]
    const item = itemAt(items, index)
    const onBoard = one.isOnBoard ? [newEvent(boardChanged, rowOnBoard(item, one.version - 1))] : []
    return [...history, ...onBoard, causing(newEvent(conversationChanged, item), causes), ...told]
  })
  return { items, messages, events }
}

/** A message's `seq` is the one after its conversation's. */
function messageVersion(ofConversation: number): number {
  return ofConversation + 1
}

function messageEventsOf(one: Happened, message: Message): NewEvent[] {
  const { id: conversationId, sender: visitorId } = one.after
  const causes = one.message === undefined ? [] : causesOfMessage(one.before, one.after, one.message)
  const forStaff = causing(newEvent(messageAdded, { conversationId, message }), causes)
  if (!isForVisitor(one)) return [forStaff]
  const seen = visitorView(message, one.message?.carrierSid ?? null)
  return [forStaff, newEvent(visitorMessage, { visitorId, message: seen })]
}

/** `former` is the conversation as the transaction's change before leaves it. */
function versioned(
  { before, after, by, message, settles }: Staged,
  version: number,
  former: ConversationState,
): ConversationState {
  const isSettled = after.status === 'resolved' && before?.status !== 'resolved'
  const textVersion = message?.private === false ? messageVersion(version) : undefined
  return {
    ...after,
    changedBy: by ?? former.changedBy,
    lastTextVersion: textVersion ?? former.lastTextVersion,
    settledVersion: settles ? (textVersion ?? version) : isSettled ? version : former.settledVersion,
  }
}

function itemAt<T>(list: readonly T[], index: number): T {
  const one = list[index]
  if (one === undefined) throw new Error('A row that was stored is missing.')
  return one
}
