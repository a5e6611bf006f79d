/** Ties a screen's machine to the live connection. No file outside of this folder listens to the connection by hand. */
import type { Present } from '@foyer/contracts/live.ts'
import type { Topic } from '@foyer/contracts/topic.rules.ts'
import type { LiveActor } from './live.machine.ts'
import type { LiveChanges } from './live-messages.ts'

interface ReaderLink {
  readonly live: LiveActor
  readonly organizationId: string
  /** Names the reader; no two at a time have the same. */
  readonly reader: string
  readonly hear: (event: LiveChanges | { type: 'resync' }) => void
}

interface ReadingActor {
  on(type: 'snapshot', listener: (snapshot: { epoch: string; asOf: number }) => void): { unsubscribe(): void }
}

/**
 * The actor hears the stream, and the tab is not live until its snapshot is current. To be called before the actor starts, so
 * that its first snapshot is not missed. Answers how to untie it.
 */
export function linkReader({ live, organizationId, reader, hear }: ReaderLink, actor: ReadingActor): () => void {
  live.send({ type: 'reader.joined', reader, organizationId })
  const links = [
    actor.on('snapshot', ({ epoch, asOf }) => live.send({ type: 'snapshot.loaded', reader, epoch, asOf })),
    live.on('events', (changes) => changes.organizationId === organizationId && hear(changes)),
    live.on('resync', (resync) => resync.organizationId === organizationId && hear({ type: 'resync' })),
  ]
  return () => {
    for (const link of links) link.unsubscribe()
    live.send({ type: 'reader.left', reader })
  }
}

interface TopicLink {
  readonly live: LiveActor
  readonly organizationId: string
  readonly topic: Topic
  readonly onJoined: (joined: { epoch: string; head: number }) => void
  readonly onPresence?: (staff: Present['staff']) => void
}

/** The tab watches a topic until the answered function is called. */
export function watchTopic({ live, organizationId, topic, onJoined, onPresence }: TopicLink): () => void {
  const isOurs = (told: { organizationId: string; topic: string }) =>
    told.organizationId === organizationId && told.topic === topic
  const links = [
    live.on('watched', (told) => isOurs(told) && onJoined({ epoch: told.epoch, head: told.head })),
    live.on('presence', (told) => isOurs(told) && onPresence?.(told.staff)),
  ]
  live.send({ type: 'topic.watched', organizationId, topic })
  return () => {
    for (const link of links) link.unsubscribe()
    live.send({ type: 'topic.unwatched', organizationId, topic })
  }
}
