import { type HeldReview, reviewKey } from '@foyer/contracts/listings/collections.rules.ts'
import { useEffect, useState } from 'react'
import { useStable } from '../../lib/use-stable.ts'
import { useListingsApi } from '../../parts/listings/use-listings-api.ts'
import { useApp } from '../../parts/services.tsx'
import type { LiveRows } from '../../parts/use-live-collection.ts'
import { startReply } from './reply.actors.ts'
import type { ReplyActor } from './reply.machine.ts'

/**
 * The reply to the open review. Each review keeps its own while the page is open. What was typed is saved as the shared draft
 * when another review is opened or the page is left.
 */
export function useReply(
  organizationId: string,
  review: HeldReview | undefined,
  put: LiveRows<HeldReview, undefined>['put'],
  start: typeof startReply = startReply,
): ReplyActor | null {
  const api = useListingsApi(organizationId)
  const userId = useApp().mainContext.user?._id ?? ''
  const [replies] = useState(() => new Map<string, ReplyActor>())
  const [shown, setShown] = useState<{ key: string; actor: ReplyActor } | null>(null)
  const key = review === undefined ? null : reviewKey(review)
  const onChanged = useStable(put)

  useEffect(() => {
    if (review === undefined) return
    const id = reviewKey(review)
    const held = replies.get(id)
    held?.send({ type: 'told', review })
    const actor = held ?? start(review, { api, userId, newId: () => crypto.randomUUID(), onChanged })
    replies.set(id, actor)
    setShown((before) => (before?.actor === actor ? before : { key: id, actor }))
  }, [replies, api, userId, review, onChanged, start])

  useEffect(() => {
    if (key === null) return
    return () => saveIfTyped(replies.get(key))
  }, [replies, key])

  return shown !== null && shown.key === key ? shown.actor : null
}

function saveIfTyped(actor: ReplyActor | undefined): void {
  if (actor?.getSnapshot().context.isDirty) actor.send({ type: 'save' })
}
