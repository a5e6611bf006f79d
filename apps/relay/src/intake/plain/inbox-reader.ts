/**
 * Reads one organization repeatedly, a bounded part per round:
 *
 * - the pages with the latest activity, from the first one while they bring news. A conversation that moves while they are
 *   read moves to the first page and is found in the next round;
 * - every few rounds some pages further down, in turn, until the whole list was read. This finds changes that don't move a
 *   conversation to the top;
 * - the watched threads, those read longest ago first.
 */
import { RelayError } from '../../process-log.ts'
import { Copy, type Draft } from './copy.ts'
import type { InboxClient, Page } from './inbox-client.ts'

const FRONT_PAGES_MAX = 10
const DEEP_EVERY_ROUNDS = 5
const DEEP_PAGES = 5
/** 2,000 conversations at the service's 50 a page; older ones are not read. */
const PAGES_MAX = 40
const THREADS_PER_ROUND = 20
const AT_ONCE = 4

interface Dependencies {
  readonly client: InboxClient
  readonly organizationId: string
  readonly signal: AbortSignal
}

export class InboxReader {
  readonly copy = new Copy()
  readonly #parts: Dependencies
  #rounds = 0
  #deepPage = 2
  #front: { readonly tag: string | null; readonly ids: readonly string[] } = { tag: null, ids: [] }
  /**
   * The front must be read up to this page: when a round broke off here, the pages above bring no news in the next
   * round.
   */
  #frontDue = 1
  /** Ordered from the least recently read. */
  readonly #threads = new Map<string, string | null>()
  /** True when a conversation has left the list. No event expresses that, so the log begins a new epoch. */
  hasLost = false

  constructor(parts: Dependencies) {
    this.#parts = parts
  }

  /**
   * Reads the whole list, up to `PAGES_MAX`, as the starting state. `goesOn` runs between pages and may abort by
   * throwing.
   */
  async begin(goesOn: () => Promise<void>): Promise<void> {
    for (let first = 1; first <= PAGES_MAX; first += AT_ONCE) {
      const numbers = Array.from({ length: Math.min(AT_ONCE, PAGES_MAX - first + 1) }, (_, index) => first + index)
      const pages = await Promise.all(numbers.map(async (page) => (await this.#page(page)).items))
      const before = this.copy.size
      for (const items of pages) this.copy.take(items)
      // The second condition ends the loop for a service that ignores the page number.
      if (pages.some((items) => items.length === 0) || this.copy.size === before) return
      await goesOn()
    }
  }

  /** Yields the events of each answer as soon as it arrives. */
  async *round(watched: ReadonlySet<string>): AsyncGenerator<Draft[]> {
    this.#rounds += 1
    yield* this.#readFront()
    if (this.#rounds % DEEP_EVERY_ROUNDS === 0) yield* this.#readDeep()
    yield* this.#readThreads(watched)
  }

  async *#readFront(): AsyncGenerator<Draft[]> {
    for (let page = 1; page <= FRONT_PAGES_MAX; page += 1) {
      const { client, organizationId, signal } = this.#parts
      const tag = page === 1 ? this.#front.tag : null
      this.#frontDue = Math.max(this.#frontDue, page)
      const answer = await client.conversations(organizationId, page, { tag, signal })
      if (!answer) throw new RelayError('The inbox does not know the organization.')
      const drafts = this.#takeFront(page, answer)
      if (drafts.length > 0) yield drafts
      else if (page === this.#frontDue) break
    }
    this.#frontDue = 1
  }

  #takeFront(page: number, answer: 'unchanged' | Page): Draft[] {
    if (answer === 'unchanged') {
      this.copy.touch(this.#front.ids)
      return []
    }
    if (page === 1) this.#front = { tag: answer.tag, ids: answer.items.map(({ id }) => id) }
    return this.copy.take(answer.items)
  }

  async *#readDeep(): AsyncGenerator<Draft[]> {
    for (let read = 0; read < DEEP_PAGES; read += 1) {
      const isBeyond = this.#deepPage > PAGES_MAX
      const items = isBeyond ? [] : (await this.#page(this.#deepPage)).items
      if (items.length === 0) {
        this.#deepPage = 2
        this.hasLost ||= this.copy.endSighting(!isBeyond) > 0
        return
      }
      this.#deepPage += 1
      yield this.copy.take(items)
    }
  }

  async *#readThreads(watched: ReadonlySet<string>): AsyncGenerator<Draft[]> {
    // A client can claim to watch any id, and the service account may read every organization. Only conversations
    // from this organization's list are read.
    const open = new Set([...watched].filter((id) => this.copy.knows(id)))
    this.copy.keepThreads(open)
    for (const id of this.#threads.keys()) if (!open.has(id)) this.#threads.delete(id)
    const fresh = [...open].filter((id) => !this.#threads.has(id))
    const due = [...fresh, ...this.#threads.keys()].slice(0, THREADS_PER_ROUND)
    for (let first = 0; first < due.length; first += AT_ONCE) {
      const read = await Promise.allSettled(due.slice(first, first + AT_ONCE).map((id) => this.#thread(id)))
      // The copy already contains the threads that were read, so their events are yielded even when another read
      // failed.
      for (const one of read) if (one.status === 'fulfilled') yield one.value
      for (const one of read) if (one.status === 'rejected') throw one.reason
    }
  }

  async #thread(conversationId: string): Promise<Draft[]> {
    const { client, organizationId, signal } = this.#parts
    const tag = this.#threads.get(conversationId) ?? null
    const answer = await client.messages(organizationId, conversationId, { tag, signal })
    this.#threads.delete(conversationId)
    this.#threads.set(conversationId, answer === 'unchanged' ? tag : (answer?.tag ?? null))
    return answer === 'unchanged' || !answer ? [] : this.copy.takeThread(conversationId, answer.items)
  }

  async #page(page: number) {
    const { client, organizationId, signal } = this.#parts
    const answer = await client.conversations(organizationId, page, { signal })
    if (!answer || answer === 'unchanged') throw new RelayError('The inbox does not know the organization.')
    return answer
  }
}
