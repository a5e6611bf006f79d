/** Saves changed conversations with their history, and stages their events. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { countsMoved } from '@foyer/contracts/inbox/counts.rules.ts'
import { conversationChanged } from '@foyer/contracts/inbox/events.ts'
import type { HistoryChange, HistoryEntry } from '@foyer/contracts/inbox/history.ts'
import { historyAdded } from '@foyer/contracts/inbox/history-events.ts'
import type { Tx } from '../../db/tx.ts'
import { type ChangeSet, causing, type LogPosition, newEvent } from '../../events/append.ts'
import { addNotices } from '../notices/notices.ts'
import { causesOf } from './causes.rules.ts'
import { type ConversationState, listed } from './conversations.rules.ts'
import { entriesOf } from './history.rules.ts'
import { addHistory } from './history.store.ts'
import { saveConversations, type ToSave } from './saved-conversations.store.ts'
import { heldAnew, tallyChanges } from './tally-changes.ts'

export interface Happened {
  /** Null for a new conversation. */
  readonly before: ConversationState | null
  readonly after: ConversationState
  /** A staff member's id; null is the patient, the carrier or the scheduler. */
  readonly by: string | null
  readonly now: Date
  /** History entries that do not follow from the row, such as a change of the number's consent. */
  readonly also?: readonly HistoryChange[]
  /** The version of the last text, given the `seq` of the conversation's event. */
  readonly lastTextVersion?: (seq: number) => number
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
}

/**
 * Stages the events of conversations that this transaction has locked: for each its history events, then the
 * conversation; then the counts of those for whom one is held or no longer; last the notices of those whom a colleague assigned. The rows are written when the set is appended and its
 * versions are known, in two queries for any number of conversations, and one for their notices.
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
    }
  })
  let items: readonly Conversation[] = []
  const set: ChangeSet = {
    moved: staged.flatMap((one) => [...historyEventsOf(one).map(() => undefined), countsMoved(one.before, one.after)]),
    async recordAll(positions) {
      const stored = await store(tx, staged, positions)
      items = stored.items
      return stored.events
    },
  }
  return {
    changes: staged.length === 0 ? [] : [set, ...talliesOf(tx, staged), ...noticesOf(tx, staged)],
    /** The list items, available once the set is appended. */
    items: () => items,
  }
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

async function store(tx: Tx, staged: readonly Staged[], positions: readonly LogPosition[]) {
  let last = -1
  const [first, ...others] = staged.map((one): ToSave => {
    last += historyEventsOf(one).length + 1
    const version = itemAt(positions, last).seq
    return { conversation: versioned(one, version), version }
  })
  if (!first) return { items: [], events: [] }
  const { organizationId } = first.conversation
  const happenings = staged.flatMap(({ after: { id: conversationId }, now, by, via, news }) =>
    news.map((change) => ({ conversationId, at: now, by, via, change })),
  )
  // Sent together, the conversations first, because a new one has its history from now on.
  const [items, entries] = await Promise.all([
    saveConversations(tx, [first, ...others], itemAt(staged, 0).now),
    addHistory(tx, organizationId, happenings),
  ])
  let added = 0
  const events = staged.flatMap((one, index) => {
    const news = entries.slice(added, added + one.news.length)
    added += one.news.length
    const history = historyEventsOf({ isNew: one.isNew, news }).map((entry) => newEvent(historyAdded, entry))
    const causes = causesOf(one.before, one.after, one.chain)
    return [...history, causing(newEvent(conversationChanged, itemAt(items, index)), causes)]
  })
  return { items, events }
}

function versioned({ before, after, by, lastTextVersion, settles }: Staged, version: number): ConversationState {
  const isSettled = after.status === 'resolved' && before?.status !== 'resolved'
  const textVersion = lastTextVersion?.(version)
  return {
    ...after,
    changedBy: by ?? after.changedBy,
    lastTextVersion: textVersion ?? after.lastTextVersion,
    settledVersion: settles ? (textVersion ?? version) : isSettled ? version : after.settledVersion,
  }
}

function itemAt<T>(list: readonly T[], index: number): T {
  const one = list[index]
  if (one === undefined) throw new Error('A row that was stored is missing.')
  return one
}
