/** Ties a screen's machine to the live connection: it hears the stream, and answers for the snapshot that it shows. */
import type { LiveActor } from '../../live/live.machine.ts'
import type { LiveChanges } from '../../live/live-messages.ts'

interface Link {
  readonly live: LiveActor
  readonly organizationId: string
  /** Names the reader; no two at a time have the same. */
  readonly reader: string
  readonly hear: (event: LiveChanges | { type: 'resync' }) => void
}

interface ReadingActor {
  on(type: 'snapshot', listener: (snapshot: { epoch: string; asOf: number }) => void): { unsubscribe(): void }
}

/** To be called before the actor starts, so that its first snapshot is not missed. Answers how to untie it. */
export function linkReader({ live, organizationId, reader, hear }: Link, actor: ReadingActor): () => void {
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
