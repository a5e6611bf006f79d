/**
 * Runs the inbox of one organization: its list, the open conversation and the composers, with their calls and the
 * live connection. A screen creates it, reads its actors, and stops it when it unmounts.
 */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { defaultFilters } from '@foyer/contracts/inbox/filter.rules.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { Presence } from '@foyer/contracts/live.ts'
import { WRONG_SEARCH_FORMAT } from '@foyer/contracts/search.rules.ts'
import { conversationTopic } from '@foyer/contracts/topic.rules.ts'
import { createActor } from 'xstate'
import type { Api } from '../../api/client.ts'
import { linkReader, watchReturn } from '../../live/links.ts'
import type { LiveActor } from '../../live/live.machine.ts'
import type { Screen } from './composer/composer-model.rules.ts'
import { createDrafts, type Drafts } from './composer/drafts.actors.ts'
import {
  type Act,
  type ActionDependencies,
  type ActionStage,
  createActions,
  type Notice,
} from './conversation-actions.actors.ts'
import type { ConversationAction } from './conversation-actions.rules.ts'
import type { Opening } from './deferred-opening.ts'
import type { CallDependencies } from './inbox-calls.actors.ts'
import { conversationListMachine, LIST_DELAYS, type ListActor } from './list/conversation-list.machine.ts'
import { listKeeper, listMemoryOf } from './list/list-memory.rules.ts'
import { displayedConversation, selectedConversation } from './list/list-model.rules.ts'
import { changeFilters, type ListFilters } from './list/list-query.rules.ts'
import { loadPage } from './list/load-page.actors.ts'
import { startSelection } from './list/selection.actors.ts'
import type { SelectionActor } from './list/selection.machine.ts'
import type { Handled } from './moving-on.actors.ts'
import type { OpenConversation, ThreadDependencies } from './open-conversation.actors.ts'
import { type ThreadMemory, threadMemoryOf } from './thread/remembered.rules.ts'

export interface InboxDependencies {
  readonly api: Api
  readonly live: LiveActor
  readonly organizationId: string
  /** The time zone of the organization. */
  readonly timezone: string
  readonly user: { readonly _id: string; readonly name: string }
  /** The filters in the address. */
  readonly filters: Partial<Pick<ListFilters, 'status' | 'tab' | 'sort' | 'team' | 'campaign'>>
  readonly clock: { now(): Date }
  readonly newId: () => string
  readonly random: () => number
  readonly notify: (notice: Notice) => void
  /** Reports by how many the waiting messages changed, and how many were sent. */
  readonly onOutbox?: (change: { waiting: number; sent: number }) => void
}

export interface Inbox {
  readonly list: ListActor
  readonly selection: SelectionActor
  readonly act: Act
  readonly drafts: Drafts
  onHandled(listener: (handled: Handled) => void): { unsubscribe(): void }
  /** Applies a conversation that a call outside these actors returned. */
  applyRead(read: { epoch: string; conversation: Conversation }): void
  open(conversationId: string, opening: Opening): OpenConversation
  leave(): void
  /** Whether the user is still writing in this conversation. */
  isWriting(conversationId: string): boolean
  presence(state: Presence['state']): void
  /** Stops everything except composers with waiting messages; those end once their messages are sent. */
  stop(): void
}

export function createInbox(parts: InboxDependencies): Inbox {
  const { api, live, organizationId, user, clock, newId, random } = parts
  let stopped = false
  /** A reply may arrive after a switch of organization. Then nothing of the old organization can be undone. */
  const notify = ({ undo, ...said }: Notice) => parts.notify(undo && !stopped ? { ...said, undo } : said)
  const callParts: CallDependencies = { api, organizationId, userId: user._id }
  const { list, stop: stopList } = startList({ ...parts, notify }, callParts)
  const handled = createHandled()
  const actionParts: ActionDependencies = { ...callParts, list, newId, notify, onAction: handled.acted }
  const act = createActions(actionParts)
  const { selection, stop: stopSelection } = startSelection(actionParts)
  const drafts = createDrafts({ ...callParts, live, clock, newId, random })
  const threadParts: ThreadDependencies = {
    ...callParts,
    live,
    clock,
    newId,
    random,
    drafts,
    onReadDue: (conversationId) => act({ kind: 'markRead', conversationId }),
    onRead: ({ epoch, conversation }) => list.send({ type: 'conversation.read', epoch, conversation }),
    onRefused: (text) => notify({ kind: 'error', text }),
  }
  const memory = threadMemoryOf(live, `${organizationId} ${user._id}`)
  const reports = { onOutbox: parts.onOutbox, onSent: handled.sent }
  const conversations = createConversations(threadParts, { list, memory }, reports)
  return {
    list,
    selection,
    act,
    drafts,
    onHandled: handled.listen,
    // The screen may have unmounted meanwhile.
    applyRead: (read) => list.getSnapshot().status === 'active' && list.send({ type: 'conversation.read', ...read }),
    open: conversations.open,
    leave: conversations.leave,
    isWriting: conversations.isWriting,
    presence: (state) => {
      const conversationId = conversations.current()
      if (conversationId === null) return
      const presence = { organizationId, topic: conversationTopic(conversationId), state }
      live.send({ type: 'presence.changed', presence })
    },
    stop: () => {
      stopped = true
      conversations.stop()
      drafts.stop()
      stopSelection()
      stopList()
    },
  }
}

function createHandled() {
  const listeners = new Set<(handled: Handled) => void>()
  const tell = (handled: Handled) => {
    for (const listener of listeners) listener(handled)
  }
  return {
    listen(listener: (handled: Handled) => void) {
      listeners.add(listener)
      return { unsubscribe: () => void listeners.delete(listener) }
    },
    acted: (stage: ActionStage, action: ConversationAction) =>
      tell({ stage, conversationId: action.conversationId, action }),
    /** A note answers nobody. */
    sent(conversationId: string, message: Message) {
      if (!message.private) tell({ stage: 'done', conversationId, action: null })
    },
  }
}

/** Without motion the marker does not fade, so it stays longer to be noticed. */
const STILL_MARKER_MS = 6_000
const fresh = () =>
  globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ? STILL_MARKER_MS : LIST_DELAYS.fresh

function startList(
  { live, organizationId, timezone, user, filters, clock, newId, random, notify }: InboxDependencies,
  calls: CallDependencies,
) {
  const machine = conversationListMachine.provide({ actors: { loadPage: loadPage(calls) }, delays: { fresh } })
  const first = changeFilters(defaultFilters(user._id), filters, clock.now(), timezone)
  const keeper = listKeeper(listMemoryOf(live, `${organizationId} ${user._id}`))
  const list = createActor(machine, { input: { filters: first, timezone, clock, random, recall: keeper.recall } })
  const following = list.subscribe(({ context }) => keeper.follow(context))
  list.on('search.refused', () => notify({ kind: 'error', text: WRONG_SEARCH_FORMAT }))
  const unlink = linkReader(
    {
      live,
      organizationId,
      reader: `list ${newId()}`,
      onChanges: (event) => {
        if (event.type === 'resync') return list.send({ type: 'live.resync' })
        list.send({ type: 'live.events', epoch: event.epoch, events: event.events })
        if (event.events.some(({ type }) => type === 'patients.reloaded')) readAgain()
      },
    },
    list,
  )
  let reading: Promise<() => void> | null = null
  /** Loaded on demand, because imports are rare. */
  function readAgain() {
    reading ??= import('./list/read-again.actors.ts').then(({ createReadAgain }) =>
      createReadAgain({ ...calls, list, live, newId }),
    )
    const failed = () => {
      reading = null
      if (list.getSnapshot().status === 'active') list.send({ type: 'live.resync' })
    }
    reading.then((read) => read(), failed)
  }
  const leaveReturn = watchReturn(live, () => list.send({ type: 'live.back' }))
  list.start()
  const stop = () => {
    following.unsubscribe()
    keeper.keep()
    leaveReturn()
    unlink()
    list.stop()
  }
  return { list, stop }
}

type Thread = ReturnType<Opening['openThread']>
type Composer = ReturnType<Opening['openComposer']>

/** One thread at a time. A composer stays while it has unsent content, so that leaving a conversation loses nothing. */
function createConversations(
  parts: ThreadDependencies,
  { list, memory }: { list: ListActor; memory: ThreadMemory },
  { onOutbox, onSent }: { onOutbox: InboxDependencies['onOutbox']; onSent: (id: string, message: Message) => void },
) {
  const composers = new Map<string, Composer & Pick<Opening, 'isEmpty' | 'isWriting' | 'waitingCount'>>()
  let waitingBefore = 0
  let open: { id: string; thread: Thread; composer: Composer } | null = null

  /** A conversation changes by events and by the user's actions; the list passes both on to the thread. */
  const link = list.subscribe(({ context }) => {
    const conversation = selectedConversation(context)
    if (open === null || conversation?.id !== open.id) return
    if (open.thread.thread.getSnapshot().context.conversation === conversation) return
    open.thread.thread.send({ type: 'conversation.updated', conversation })
  })

  function composerFor(id: string, { openComposer, isEmpty, isWriting, waitingCount }: Opening): Composer {
    const held = composers.get(id)
    if (held) return held
    let lastScreen: Screen = { seen: 0, messages: [] }
    const made = openComposer(parts, id, {
      screen: () => {
        if (open?.id === id) lastScreen = open.thread.thread.getSnapshot().context
        return lastScreen
      },
      onSent: (sent) => open?.id === id && open.thread.thread.send(sent),
    })
    composers.set(id, { ...made, isEmpty, isWriting, waitingCount })
    made.composer.subscribe(() => reportOutbox(0))
    made.composer.on('sent', ({ message }) => {
      reportOutbox(1)
      onSent(id, message)
    })
    return made
  }

  const waiting = () =>
    [...composers.values()].reduce((sum, { composer, waitingCount }) => sum + waitingCount(composer), 0)

  function reportOutbox(sent: number): void {
    const now = waiting()
    onOutbox?.({ waiting: now - waitingBefore, sent })
    waitingBefore = now
  }

  /** Switching the organization does not cancel messages, so a composer ends only after they are sent. */
  function endWhenSent(id: string): void {
    const held = composers.get(id)
    if (!held) return
    const { composer, close, waitingCount } = held
    const link = composer.subscribe(end)
    function end() {
      if (waitingCount(composer) > 0 || !composers.delete(id)) return
      link.unsubscribe()
      close()
      reportOutbox(0)
    }
    end()
  }

  function close(): void {
    const left = open?.thread.left()
    if (open && left) memory.put(open.id, left)
    open?.thread.close()
    open = null
    for (const [id, { composer, close, isEmpty }] of composers) {
      if (!isEmpty(composer)) continue
      close()
      composers.delete(id)
    }
  }

  return {
    current: () => open?.id ?? null,
    isWriting(id: string) {
      const held = composers.get(id)
      return held?.isWriting(held.composer) ?? false
    },
    open(id: string, opening: Opening): OpenConversation {
      if (open?.id !== id) {
        close()
        list.send({ type: 'row.selected', conversationId: id })
        const known = displayedConversation(list.getSnapshot().context, id)
        const remembered = memory.get(id)
        const thread = opening.openThread(parts, id, known, remembered)
        // The screens read the conversation from the list.
        if (known === null && remembered?.conversation)
          list.send({ type: 'conversation.read', epoch: remembered.epoch, conversation: remembered.conversation })
        open = { id, thread, composer: composerFor(id, opening) }
      }
      return { thread: open.thread.thread, composer: open.composer.composer }
    },
    leave(): void {
      close()
      list.send({ type: 'row.selected', conversationId: null })
    },
    stop(): void {
      link.unsubscribe()
      close()
      for (const id of composers.keys()) endWhenSent(id)
    },
  }
}
