/**
 * The actors of an open conversation. The thread lives while the conversation is open, the composer as long as it
 * has unsent content.
 */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { conversationTopic } from '@foyer/contracts/topic.rules.ts'
import { createActor } from 'xstate'
import { linkReader, watchTopic } from '../../live/links.ts'
import { connectionOf, type LiveActor } from '../../live/live.machine.ts'
import { type ComposerActor, composerMachine } from './composer/composer.machine.ts'
import type { Screen } from './composer/composer-model.rules.ts'
import type { Drafts } from './composer/drafts.actors.ts'
import { type CallDependencies, readThread, sendMessage } from './inbox-calls.actors.ts'
import { moveOn } from './moving-on.actors.ts'
import type { Remembered } from './thread/remembered.rules.ts'
import { type ThreadActor, threadMachine } from './thread/thread.machine.ts'
import { leftThread } from './thread/thread.rules.ts'

/** Loaded with the conversation, because it is needed once one is open. */
export { moveOn }

export interface OpenConversation {
  readonly thread: ThreadActor
  readonly composer: ComposerActor
}

export interface ThreadDependencies extends CallDependencies {
  readonly live: LiveActor
  readonly clock: { now(): Date }
  readonly newId: () => string
  readonly random: () => number
  readonly drafts: Drafts
  readonly onReadDue: (conversationId: string) => void
  /** Receives a conversation that the list may not have. */
  readonly onRead: (read: { epoch: string; conversation: Conversation }) => void
  readonly onRefused: (text: string) => void
}

/** Starts a thread that receives live events. `close` stops it and unwatches the conversation at the relay. */
export function openThread(
  parts: ThreadDependencies,
  conversationId: string,
  conversation: Conversation | null,
  remembered: Remembered | null = null,
) {
  const { live, organizationId, userId, random, clock, onReadDue, onRead } = parts
  const machine = threadMachine.provide({ actors: { read: readThread(parts) } })
  const thread = createActor(machine, { input: { conversationId, userId, conversation, remembered, random } })
  const unlink = linkReader(
    {
      live,
      organizationId,
      reader: `thread ${parts.newId()}`,
      onChanges: (event) => {
        if (event.type === 'resync') return thread.send({ type: 'live.resync' })
        thread.send({ type: 'live.events', epoch: event.epoch, to: event.to, events: event.events })
      },
    },
    thread,
  )
  const links = [
    thread.on('read.due', () => onReadDue(conversationId)),
    thread.on('conversation.read', onRead),
    // There is nothing to be current with, so the tab must not wait for a snapshot.
    thread.on('absent', unlink),
  ]
  const unwatch = watchTopic({
    ...{ live, organizationId, topic: conversationTopic(conversationId) },
    onJoined: (joined) => thread.send({ type: 'live.watched', ...joined }),
    onPresence: (staff) => thread.send({ type: 'live.presence', staff }),
  })
  let readAt = clock.now()
  links.push(
    thread.on('snapshot', () => {
      readAt = clock.now()
    }),
  )
  /** What stays of it when it is left. */
  const left = () => {
    const { awaySince } = live.getSnapshot().context.currency
    const lostAt = awaySince !== null && awaySince > readAt ? awaySince : readAt
    return leftThread(thread.getSnapshot().context, awaySince === null ? clock.now() : lostAt)
  }
  thread.start()
  const close = () => {
    for (const link of links) link.unsubscribe()
    unwatch()
    unlink()
    thread.stop()
  }
  return { thread, left, close }
}

/** Starts a composer. It reports sent messages to `onSent`, and asks `screen` what is shown while the user writes. */
export function openComposer(
  parts: ThreadDependencies,
  conversationId: string,
  { screen, onSent }: { screen: () => Screen; onSent: (sent: Parameters<ThreadActor['send']>[0]) => void },
) {
  const { live, userId, clock, newId, onRefused, drafts } = parts
  const machine = composerMachine.provide({ actors: { send: sendMessage(parts) } })
  const connection = connectionOf(live.getSnapshot())
  const draftRevision = () => drafts.revisionOfSending(conversationId)
  const composer = createActor(machine, {
    input: { conversationId, userId, connection, screen, clock, newId, draftRevision },
  })
  composer.on('sent', ({ message, epoch }) => onSent({ type: 'message.put', message, epoch }))
  composer.on('refused', ({ text }) => onRefused(text))
  const link = live.subscribe((snapshot) => {
    const connection = connectionOf(snapshot)
    if (composer.getSnapshot().context.connection !== connection) {
      composer.send({ type: 'connection.changed', connection })
    }
  })
  composer.start()
  const unlinkDraft = drafts.attach(conversationId, composer)
  const close = () => {
    unlinkDraft()
    link.unsubscribe()
    composer.stop()
  }
  return { composer, close }
}

/** The number of messages that are sent without further action. Refused ones wait for their writer. */
export function waitingCount(composer: ComposerActor): number {
  const { bubbles } = composer.getSnapshot().context
  return bubbles.filter(({ state }) => state === 'waiting' || state === 'sending' || state === 'slow').length
}

/** Whether a composer can be closed: it has no draft, no files and no unsent message. */
export function isEmpty(composer: ComposerActor): boolean {
  const { drafts, files, bubbles } = composer.getSnapshot().context
  const holdsFiles = files.text.length > 0 || files.note.length > 0
  return drafts.text === '' && drafts.note === '' && !holdsFiles && bubbles.length === 0
}

/** Whether the user is still writing: the box holds something, or was changed since its last message was sent. */
export function isWriting(composer: ComposerActor): boolean {
  const { drafts, files, touched } = composer.getSnapshot().context
  const holdsFiles = files.text.length > 0 || files.note.length > 0
  return touched || drafts.text !== '' || drafts.note !== '' || holdsFiles
}
