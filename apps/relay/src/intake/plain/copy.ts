/**
 * The remembered state of an organization whose changes the relay derives: a digest per item, never its content.
 * Bounded to the conversations with the latest activity and the newest messages of each thread.
 */
import { addCounts, type Counts, noCounts, subtractCounts } from '@foyer/contracts/counts.rules.ts'
import type { Envelope } from '@foyer/contracts/event.ts'
import { conversationChanged, messageAdded, messageChanged } from '@foyer/contracts/inbox/events.ts'
import { countedOf, digestOf, type Item, inOrderOfWriting } from './items.rules.ts'

/** An event without a sequence number. */
export interface Draft extends Pick<Envelope, 'type' | 'key' | 'audience' | 'counts'> {
  data(version: number): unknown
}

/** How many conversations are remembered, and so included in the counts. */
const CONVERSATIONS_MAX = 2_000
const MESSAGES_MAX = 200
/** How many messages of a newly watched thread become events: as many as a client loads. */
const MESSAGES_TOLD = 50

interface Known {
  readonly digest: string
  readonly adds: Counts
  readonly sighting: number
}

export class Copy {
  /** Ordered from the least recently seen. */
  readonly #conversations = new Map<string, Known>()
  readonly #threads = new Map<string, ReadonlyMap<string, string>>()
  #counts = noCounts
  /** How often the whole list was read. */
  #sighting = 0

  get counts(): Counts {
    return this.#counts
  }

  get size(): number {
    return this.#conversations.size
  }

  knows(id: string): boolean {
    return this.#conversations.has(id)
  }

  /** Takes a page of the list and returns an event per new or changed conversation. */
  take(items: readonly Item[]): Draft[] {
    const drafts: Draft[] = []
    for (const item of items) {
      const held = this.#conversations.get(item.id)
      const known = { digest: digestOf(item), adds: countedOf(item), sighting: this.#sighting }
      this.#conversations.delete(item.id)
      this.#conversations.set(item.id, known)
      if (held?.digest === known.digest) continue
      this.#counts = addCounts(this.#counts, subtractCounts(known.adds, held?.adds ?? noCounts))
      const data = (version: number) => ({ ...item.fields, id: item.id, version })
      drafts.push({
        type: conversationChanged.type,
        key: item.id,
        audience: 'organization',
        counts: this.#counts,
        data,
      })
    }
    for (const id of this.#conversations.keys()) {
      if (this.#conversations.size <= CONVERSATIONS_MAX) break
      this.#drop(id)
    }
    return drafts
  }

  /** Marks conversations as seen when the service answered that their page is unchanged. */
  touch(ids: readonly string[]): void {
    for (const id of ids) {
      const held = this.#conversations.get(id)
      if (!held) continue
      this.#conversations.delete(id)
      this.#conversations.set(id, { ...held, sighting: this.#sighting })
    }
  }

  /**
   * Ends a pass over the whole list and returns how many conversations have left it: those seen neither in this pass
   * nor in the one before. One pass is not enough, because a conversation that moves while pages are read can be
   * skipped once.
   */
  endSighting(isWhole: boolean): number {
    if (!isWhole) return 0
    const left = [...this.#conversations].filter(([, { sighting }]) => sighting < this.#sighting - 1)
    for (const [id] of left) this.#drop(id)
    this.#sighting += 1
    return left.length
  }

  /**
   * Returns the events of a thread. A newly watched thread is sent in full, because the client that opened it may
   * have loaded it before this read.
   */
  takeThread(conversationId: string, items: readonly Item[]): Draft[] {
    const newest = inOrderOfWriting(items).slice(-MESSAGES_MAX)
    const held = this.#threads.get(conversationId)
    const digests = new Map(newest.map((item) => [item.id, digestOf(item)]))
    this.#threads.set(conversationId, digests)
    const changed = newest.filter(({ id }) => held?.get(id) !== digests.get(id))
    return (held ? changed : changed.slice(-MESSAGES_TOLD)).map(({ id, fields }) => ({
      type: (held && !held.has(id) ? messageAdded : messageChanged).type,
      key: id,
      audience: `conversation:${conversationId}`,
      counts: this.#counts,
      data: (version) => ({ conversationId, message: { ...fields, _id: id, version } }),
    }))
  }

  keepThreads(watched: ReadonlySet<string>): void {
    for (const id of this.#threads.keys()) if (!watched.has(id)) this.#threads.delete(id)
  }

  #drop(id: string): void {
    const held = this.#conversations.get(id)
    if (held) this.#counts = subtractCounts(this.#counts, held.adds)
    this.#conversations.delete(id)
  }
}
