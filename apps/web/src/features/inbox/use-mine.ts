import { useSelector } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import { useLive } from '../../parts/live-context.tsx'
import { useParts } from '../../parts/parts.tsx'
import { startMine } from './mine.actors.ts'
import type { MineActor } from './mine.machine.ts'
import { NOTHING_MINE } from './mine.rules.ts'

export interface Mine {
  /** Null for the moment before it is made. */
  actor: MineActor | null
  unseen: number
}

/** One's own mentions. A mention counts as seen once its conversation is open. */
export function useMine(organizationId: string, openId: string | null): Mine {
  const { api } = useParts()
  const live = useLive()
  const [actor, setActor] = useState<MineActor | null>(null)

  useEffect(() => {
    const { mine, stop } = startMine({ api, live, organizationId, newId: () => crypto.randomUUID() })
    setActor(mine)
    return stop
  }, [api, live, organizationId])

  const mentions = useSelector(actor ?? undefined, (state) => state?.context.mentions ?? NOTHING_MINE.mentions)
  const unseen = useSelector(actor ?? undefined, (state) => state?.context.unseen ?? 0)

  const told = useRef(new Set<string>())
  useEffect(() => {
    const due = [...mentions.values()].filter(
      ({ _id, conversationId, seenAt }) => conversationId === openId && seenAt === null && !told.current.has(_id),
    )
    if (openId === null || due.length === 0) return
    for (const { _id } of due) told.current.add(_id)
    api('markMentionsSeen', { body: { organizationId, conversationId: openId } }).catch(() => {
      // Nothing is lost: it stays unseen, and opening the conversation once more tries again.
      for (const { _id } of due) told.current.delete(_id)
    })
  }, [api, organizationId, openId, mentions])

  return { actor, unseen }
}
