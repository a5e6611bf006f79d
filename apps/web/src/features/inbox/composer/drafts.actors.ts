/**
 * The user's unsent drafts as the server keeps them: a live collection, and a save while typing. Between two saves
 * the higher revision wins, so that a slow save can't undo a later one.
 */

import { MESSAGE_MAX } from '@foyer/contracts/defaults.ts'
import { drafts } from '@foyer/contracts/inbox/collections.rules.ts'
import type { Draft } from '@foyer/contracts/inbox/draft.ts'
import { connectionOf, type LiveActor } from '../../../live/live.machine.ts'
import { pageOf } from '../../../live/live-collection.rules.ts'
import { createLiveCollection } from '../../../live/live-collection.ts'
import type { CallDependencies } from '../inbox-calls.actors.ts'
import type { ComposerActor } from './composer.machine.ts'
import { draftIn, laterRevision, type WrittenDraft } from './drafts.rules.ts'

/** A draft is saved after a pause this long in typing. */
export const SAVE_AFTER_MS = 800

interface DraftDependencies extends CallDependencies {
  readonly live: LiveActor
  readonly clock: { now(): Date }
  readonly newId: () => string
  readonly random: () => number
}

export interface Drafts {
  /** The drafts by conversation; a new map after every change. */
  texts(): ReadonlyMap<string, string>
  subscribe(listener: () => void): () => void
  /** Synchronizes a composer with its saved draft, and returns a function that ends that. */
  attach(conversationId: string, composer: ComposerActor): () => void
  /** The revision up to which a sending deletes the draft; null when none was saved. */
  revisionOfSending(conversationId: string): number | null
  stop(): void
}

export function createDrafts({ api, live, organizationId, userId, clock, newId, random }: DraftDependencies): Drafts {
  const kept = createLiveCollection({
    ...{ live, organizationId, newId, random, whole: true },
    collection: { ...drafts, select: (event) => drafts.select(event).filter(({ user }) => user === userId) },
    read: async (cursor, signal) => pageOf(await api('drafts', { query: { organizationId, ...cursor }, signal })),
  })
  let held = kept.view().held
  /** The highest revision used or received, by conversation. */
  const revisions = new Map<string, number>()
  /** The draft that the server has, or is about to have. */
  const saved = new Map<string, WrittenDraft>()
  const composers = new Map<string, ComposerActor>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const listeners = new Set<() => void>()
  let texts: ReadonlyMap<string, string> = new Map()

  function nextRevision(id: string): number {
    const next = laterRevision(revisions.get(id) ?? 0, clock.now())
    revisions.set(id, next)
    return next
  }

  /** Applies changes of the collection. */
  function follow(): void {
    const before = held
    held = kept.view().held
    if (held === before) return
    texts = new Map([...held].flatMap(([id, { message }]) => (message?.trim() ? [[id, message]] : [])))
    for (const tell of listeners) tell()
    for (const [id, draft] of held) if (before.get(id) !== draft) take(id, draft)
  }

  function take(id: string, draft: Draft): void {
    if (draft.revision <= (revisions.get(id) ?? 0)) return
    revisions.set(id, draft.revision)
    saved.set(id, { message: draft.message ?? '', private: draft.private })
    show(id, draft)
  }

  function show(id: string, draft: Draft): void {
    const mode = draft.private ? 'note' : 'text'
    composers.get(id)?.send({ type: 'draft.kept', text: draft.message ?? '', mode })
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
    // Too long to be a message. It is saved once it is short enough.
    if (written.message.length > MESSAGE_MAX) return
    const before = saved.get(id)
    saved.set(id, written)
    try {
      const body = { organizationId, conversationId: id, ...written, revision: nextRevision(id) }
      const reply = await api('saveDraft', { body })
      kept.put(reply.epoch, [reply.data.draft])
    } catch {
      // The API client has reported the error. The text stays in the box, and the next key saves it again.
      if (saved.get(id) === written) saved.set(id, before ?? { message: '', private: false })
    }
  }

  /** Saves again after a reconnect what could not be saved. */
  function saveAgain(): void {
    for (const [id, composer] of composers) if (!timers.has(id)) watch(id, composer)
  }

  const links = [kept.subscribe(follow), onReturn(live, saveAgain)]

  return {
    texts: () => texts,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    attach(id, composer) {
      composers.set(id, composer)
      const draft = held.get(id)
      if (draft) show(id, draft)
      const link = composer.subscribe(() => watch(id, composer))
      return () => {
        link.unsubscribe()
        composers.delete(id)
        // Includes a draft that could not be saved before.
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
      for (const unlink of links) unlink()
      kept.stop()
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}

/** Calls back whenever the connection becomes live. */
function onReturn(live: LiveActor, back: () => void): () => void {
  let wasLive = false
  const link = live.subscribe((snapshot) => {
    const isLive = connectionOf(snapshot) === 'live'
    if (isLive && !wasLive) back()
    wasLive = isLive
  })
  return () => link.unsubscribe()
}
