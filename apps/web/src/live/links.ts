/**
 * Connects a screen's machine to the live connection. No file outside this folder subscribes to the connection
 * directly.
 */
import type { Present } from '@foyer/contracts/live.ts'
import type { Topic } from '@foyer/contracts/topic.rules.ts'
import { connectionOf, type LiveActor } from './live.machine.ts'
import type { LiveChanges } from './live-messages.ts'

interface ReaderLink {
  readonly live: LiveActor
  readonly organizationId: string
  /** Identifies the reader; unique among the current readers. */
  readonly reader: string
  readonly onChanges: (event: LiveChanges | { type: 'resync' }) => void
}

interface ReadingActor {
  on(type: 'snapshot', listener: (snapshot: { epoch: string; asOf: number }) => void): { unsubscribe(): void }
}

/**
 * Sends stream events to the actor, and keeps the tab from being live until the actor's snapshot is current. Call it
 * before the actor starts, so that its first snapshot is not missed. Returns a function that disconnects the actor.
 */
export function linkReader({ live, organizationId, reader, onChanges }: ReaderLink, actor: ReadingActor): () => void {
  // During sign-out the connection may stop before a reader joins or leaves.
  const isActive = () => live.getSnapshot().status === 'active'
  if (isActive()) live.send({ type: 'reader.joined', reader, organizationId })
  const snapshots = actor.on('snapshot', ({ epoch, asOf }) =>
    live.send({ type: 'snapshot.loaded', reader, epoch, asOf }),
  )
  const unwatch = watchChanges(live, organizationId, onChanges)
  return () => {
    snapshots.unsubscribe()
    unwatch()
    if (isActive()) live.send({ type: 'reader.left', reader })
  }
}

/** Calls back when the stream brings changes of the organization, or has lost some, until the returned function is called. */
export function watchChanges(
  live: LiveActor,
  organizationId: string,
  onChanges: (event: LiveChanges | { type: 'resync' }) => void,
): () => void {
  const links = [
    live.on('events', (changes) => changes.organizationId === organizationId && onChanges(changes)),
    live.on('resync', (resync) => resync.organizationId === organizationId && onChanges({ type: 'resync' })),
  ]
  return () => {
    for (const link of links) link.unsubscribe()
  }
}

/** Calls back each time that the relay answers this tab again, until the returned function is called. */
export function watchReturn(live: LiveActor, onBack: () => void): () => void {
  const isReached = () => ['live', 'catchingUp'].includes(connectionOf(live.getSnapshot()))
  let reached = isReached()
  const link = live.subscribe(() => {
    const before = reached
    reached = isReached()
    if (reached && !before) onBack()
  })
  return () => link.unsubscribe()
}

interface TopicLink {
  readonly live: LiveActor
  readonly organizationId: string
  readonly topic: Topic
  readonly onJoined: (joined: { epoch: string; head: number }) => void
  readonly onPresence?: (staff: Present['staff']) => void
}

/** Watches a topic for this tab until the returned function is called. */
export function watchTopic({ live, organizationId, topic, onJoined, onPresence }: TopicLink): () => void {
  const isOurs = (event: { organizationId: string; topic: string }) =>
    event.organizationId === organizationId && event.topic === topic
  const links = [
    live.on('watched', (event) => isOurs(event) && onJoined({ epoch: event.epoch, head: event.head })),
    live.on('presence', (event) => isOurs(event) && onPresence?.(event.staff)),
  ]
  live.send({ type: 'topic.watched', organizationId, topic })
  return () => {
    for (const link of links) link.unsubscribe()
    live.send({ type: 'topic.unwatched', organizationId, topic })
  }
}
