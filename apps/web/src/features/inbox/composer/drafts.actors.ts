/**
 * What this person has begun to write, as the server keeps it: read at the start, followed by the stream, and saved while
 * they type. Of two saves the one with the higher revision stands, so that a slow one can't undo a later one.
 */

import { MESSAGE_MAX } from '@foyer/contracts/defaults.ts'
import type { Draft } from '@foyer/contracts/inbox/draft.ts'
import type { LiveActor } from '../../../live/live.machine.ts'
import type { CallParts } from '../inbox-calls.actors.ts'
import type { ComposerActor } from './composer.machine.ts'
import { draftIn, laterRevision, type WrittenDraft } from './drafts.rules.ts'

/** How long nobody has typed when it is saved. */
export const SAVE_AFTER_MS = 800

interface DraftParts extends CallParts {
  readonly live: LiveActor
  readonly clock: { now(): Date }
}

export interface Drafts {
  /** What is begun, by conversation; another map after every change. */
  texts(): ReadonlyMap<string, string>
  subscribe(listener: () => void): () => void
  /** Reads them, where what is known is not of this life of the connection. */
  load(): void
  /** Keeps a composer and what is stored the same; answers how to end that. */
  attach(conversationId: string, composer: ComposerActor): () => void
  /** Up to which revision a sending takes the draft with it; null where none was kept. */
  revisionOfSending(conversationId: string): number | null
  stop(): void
}

export function createDrafts({ api, live, organizationId, userId, clock }: DraftParts): Drafts {
  const kept = new Map<string, Draft>()
  /** The highest revision that was used or heard of. */
  const revisions = new Map<string, number>()
  /** What the server holds, or is about to. */
  const saved = new Map<string, WrittenDraft>()
  const composers = new Map<string, ComposerActor>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const listeners = new Set<() => void>()
  let texts: ReadonlyMap<string, string> = new Map()
  let epoch: string | null = null
  let due = true

  function nextRevision(id: string): number {
    const next = laterRevision(revisions.get(id) ?? 0, clock.now())
    revisions.set(id, next)
    return next
  }

  function take(draft: Draft): void {
    const { conversationId: id, revision } = draft
    const held = kept.get(id)
    if (held && held.version > draft.version) return
    kept.set(id, draft)
    texts = new Map([...kept].flatMap(([one, { message }]) => (message?.trim() ? [[one, message]] : [])))
    for (const tell of listeners) tell()
    if (revision <= (revisions.get(id) ?? 0)) return
    revisions.set(id, revision)
    saved.set(id, { message: draft.message ?? '', private: draft.private })
    show(id, draft)
  }

  function show(id: string, draft: Draft): void {
    const mode = draft.private ? 'note' : 'text'
    composers.get(id)?.send({ type: 'draft.kept', text: draft.message ?? '', mode })
  }

  /** Another life of the log has other versions: nothing that is held can be compared with them. */
  function enter(life: string): void {
    if (epoch !== null && epoch !== life) kept.clear()
    epoch = life
  }

  async function read(): Promise<void> {
    let cursor: string | null = null
    do {
      const query = { organizationId, ...(cursor === null ? {} : { cursor }) }
      const page: Awaited<ReturnType<typeof api<'drafts'>>> = await api('drafts', { query })
      enter(page.epoch)
      for (const draft of page.data) take(draft)
      cursor = page.cursor ?? null
    } while (cursor !== null)
  }

  function watch(id: string, composer: ComposerActor): void {
    const written = draftIn(composer.getSnapshot().context)
    clearTimeout(timers.get(id))
    timers.delete(id)
    const { message, private: isNote } = saved.get(id) ?? { message: '', private: false }
    const isSame = written.message === message && (written.private === isNote || message === '')
    if (!isSame)
      timers.set(
        id,
        setTimeout(() => void save(id, written), SAVE_AFTER_MS),
      )
  }

  async function save(id: string, written: WrittenDraft): Promise<void> {
    timers.delete(id)
    // Longer than any message: it waits until it is short enough to be one.
    if (written.message.length > MESSAGE_MAX) return
    const before = saved.get(id)
    saved.set(id, written)
    try {
      const body = { organizationId, conversationId: id, ...written, revision: nextRevision(id) }
      const reply = await api('saveDraft', { body })
      enter(reply.epoch)
      take(reply.data.draft)
    } catch {
      // The client has reported it. What is typed next saves it again; here it stands in the box.
      if (saved.get(id) === written) saved.set(id, before ?? { message: '', private: false })
    }
  }

  /** Back on the connection: what could not be saved is. */
  function saveAgain(): void {
    for (const [id, composer] of composers) if (!timers.has(id)) watch(id, composer)
  }

  const links = [
    live.on('events', (changes) => {
      if (changes.organizationId !== organizationId) return
      enter(changes.epoch)
      for (const event of changes.events)
        if (event.type === 'draft.changed' && event.data.user === userId) take(event.data)
      if (changes.replayed) saveAgain()
    }),
    live.on('resync', () => {
      due = true
      saveAgain()
    }),
  ]

  return {
    texts: () => texts,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    load() {
      if (!due) return
      due = false
      read().catch(() => {
        due = true
      })
    },
    attach(id, composer) {
      composers.set(id, composer)
      const draft = kept.get(id)
      if (draft) show(id, draft)
      const link = composer.subscribe(() => watch(id, composer))
      return () => {
        link.unsubscribe()
        composers.delete(id)
        // Also what could not be saved before.
        watch(id, composer)
        if (timers.has(id)) {
          clearTimeout(timers.get(id))
          void save(id, draftIn(composer.getSnapshot().context))
        }
      }
    },
    revisionOfSending(id) {
      const isKept = (saved.get(id)?.message ?? '') !== ''
      if (!isKept) return null
      saved.set(id, { message: '', private: false })
      return nextRevision(id)
    },
    stop() {
      for (const link of links) link.unsubscribe()
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
