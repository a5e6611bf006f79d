/** The replies that were begun in this page load. They outlive the page of reviews, so that nothing typed is lost with it. */
import { type HeldReview, reviewKey } from '@foyer/contracts/listings/collections.rules.ts'
import { waitFor } from 'xstate'
import type { AppServices } from '../../parts/services.tsx'
import { notifyError } from '../../ui/notify.tsx'
import type { startReply } from './reply.actors.ts'
import type { ReplyActor } from './reply.machine.ts'
import { isUnsaved } from './reply.rules.ts'
import { reviewerOf } from './review-words.rules.ts'

type OnChanged = Parameters<typeof startReply>[1]['onChanged']

export interface ReplyBook {
  /** The reply to this review, which is told of it; a new one begins by `start`. */
  open(review: HeldReview, start: (onChanged: OnChanged) => ReplyActor): ReplyActor
  /** Saves what was typed as the shared draft when its review is left. */
  leave(key: string): void
  /** Whether something was typed that is neither saved nor posted. */
  hasUnsaved(): boolean
  subscribe(listener: () => void): () => void
  /** The page takes in the answers to calls until it ends; then the settled replies are forgotten. */
  show(onChanged: OnChanged): () => void
}

/** Per services, which end with the session, and per organization. */
const books = new WeakMap<AppServices, Map<string, ReplyBook>>()

export function replyBookOf(services: AppServices, organizationId: string): ReplyBook {
  const byOrganization = books.get(services) ?? new Map<string, ReplyBook>()
  books.set(services, byOrganization)
  const book = byOrganization.get(organizationId) ?? createReplyBook()
  byOrganization.set(organizationId, book)
  return book
}

function createReplyBook(): ReplyBook {
  const replies = new Map<string, ReplyActor>()
  const listeners = new Set<() => void>()
  let page: OnChanged | null = null

  function tellListeners(): void {
    for (const listener of listeners) listener()
  }

  function forgetSettled(): void {
    for (const [key, actor] of replies) {
      if (!isSettled(actor)) continue
      replies.delete(key)
      actor.stop()
    }
  }

  return {
    open(review, start) {
      const key = reviewKey(review)
      const held = replies.get(key)
      held?.send({ type: 'told', review })
      if (held) return held
      // An answer may arrive after the page was left; its next opening reads the reviews again.
      const actor = start((epoch, reviews) => page?.(epoch, reviews))
      replies.set(key, actor)
      actor.subscribe(tellListeners)
      return actor
    },
    leave(key) {
      const actor = replies.get(key)
      if (!actor?.getSnapshot().context.isDirty) return
      actor.send({ type: 'save' })
      tellIfUnsaved(actor)
    },
    hasUnsaved: () => [...replies.values()].some((actor) => isUnsaved(actor.getSnapshot().context)),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    show(onChanged) {
      page = onChanged
      return () => {
        if (page !== onChanged) return
        page = null
        forgetSettled()
      }
    },
  }
}

/** The pane of the reply is closed, so a notice says that its words are in this page load alone. */
function tellIfUnsaved(actor: ReplyActor): void {
  const tell = ({ context }: ReturnType<ReplyActor['getSnapshot']>) => {
    if (isUnsaved(context))
      notifyError(`The reply to ${reviewerOf(context.review)} is neither posted nor saved. Open the review to go on.`)
  }
  // An actor that is stopped meanwhile has nothing to tell.
  waitFor(actor, (state) => !isAsking(state)).then(tell, () => undefined)
}

function isAsking(state: ReturnType<ReplyActor['getSnapshot']>): boolean {
  return state.matches('posting') || state.matches('removing') || state.matches({ writing: 'saving' })
}

/** Nothing of it would be lost, and no answer is awaited. */
function isSettled(actor: ReplyActor): boolean {
  const state = actor.getSnapshot()
  return !isUnsaved(state.context) && !isAsking(state)
}
