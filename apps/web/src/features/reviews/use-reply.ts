import { type HeldReview, reviewKey } from '@foyer/contracts/listings/collections.rules.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useStable } from '../../lib/use-stable.ts'
import { useListingsApi } from '../../parts/listings/use-listings-api.ts'
import { useApp, useServices } from '../../parts/services.tsx'
import type { LiveRows } from '../../parts/use-live-collection.ts'
import { replyBookOf } from './kept-replies.ts'
import { startReply } from './reply.actors.ts'
import type { ReplyActor } from './reply.machine.ts'

interface OpenReply {
  /** Null while no review is open. */
  readonly actor: ReplyActor | null
  /** Something was typed, to this review or another, that is neither saved nor posted. */
  readonly isUnsaved: boolean
}

/**
 * The reply to the open review. Each review keeps its own. What was typed is saved as the shared draft when another review is
 * opened or the page is left, and is kept where that fails.
 */
export function useReply(
  organizationId: string,
  review: HeldReview | undefined,
  put: LiveRows<HeldReview, undefined>['put'],
  start: typeof startReply = startReply,
): OpenReply {
  const api = useListingsApi(organizationId)
  const services = useServices()
  const userId = useApp().mainContext.user?._id ?? ''
  const [book] = useState(() => replyBookOf(services, organizationId))
  const isUnsaved = useSyncExternalStore(book.subscribe, book.hasUnsaved)
  const [shown, setShown] = useState<{ key: string; actor: ReplyActor } | null>(null)
  const key = review === undefined ? null : reviewKey(review)
  const onChanged = useStable(put)

  useEffect(() => book.show(onChanged), [book, onChanged])

  useEffect(() => {
    if (review === undefined) return
    const actor = book.open(review, (heard) =>
      start(review, { api, userId, newId: () => crypto.randomUUID(), onChanged: heard }),
    )
    setShown((before) => (before?.actor === actor ? before : { key: reviewKey(review), actor }))
  }, [book, api, userId, review, start])

  useEffect(() => {
    if (key === null) return
    return () => book.leave(key)
  }, [book, key])

  return { actor: shown !== null && shown.key === key ? shown.actor : null, isUnsaved }
}
