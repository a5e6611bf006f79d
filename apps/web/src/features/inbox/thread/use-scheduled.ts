import { mergeScheduled } from '@foyer/contracts/inbox/apply.rules.ts'
import type { Scheduled } from '@foyer/contracts/inbox/scheduled.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLive } from '../../../parts/live-context.tsx'
import { useApi } from '../../../parts/parts.tsx'
import { keepScheduled, scheduledKey } from './scheduled.actors.ts'

const NONE: readonly Scheduled[] = []

/** The texts of a conversation that were written ahead: read once, then followed by the stream. */
export function useScheduled(organizationId: string, conversationId: string) {
  const api = useApi()
  const live = useLive()
  const cache = useQueryClient()
  const epoch = useRef<string | null>(null)
  const { data, isError, refetch } = useQuery({
    queryKey: scheduledKey(conversationId),
    queryFn: async ({ signal }) => {
      const page = await api('scheduledMessages', { query: { organizationId, conversationId }, signal })
      // What came while it was read may be newer; versions of another life of the log can't be compared.
      const held = cache.getQueryData<readonly Scheduled[]>(scheduledKey(conversationId))
      const isSameLife = epoch.current === page.epoch
      epoch.current = page.epoch
      return isSameLife && held ? mergeScheduled(held, page.data) : page.data
    },
  })

  useEffect(() => {
    const here = (told: { organizationId: string; conversationId: string }) =>
      told.organizationId === organizationId && told.conversationId === conversationId
    const again = () => void refetch({ cancelRefetch: true })
    const links = [
      live.on('events', (changes) => {
        if (changes.organizationId !== organizationId) return
        if (epoch.current !== null && changes.epoch !== epoch.current) return again()
        keepScheduled(
          cache,
          changes.events.flatMap((one) => (one.type === 'scheduled.changed' && here(one.data) ? [one.data] : [])),
        )
      }),
      // Before the joining the stream said nothing of this conversation.
      live.on('watched', (told) => here(told) && again()),
      live.on('resync', (told) => told.organizationId === organizationId && again()),
    ]
    return () => {
      for (const link of links) link.unsubscribe()
    }
  }, [live, cache, organizationId, conversationId, refetch])

  return { texts: data ?? NONE, isError, load: () => void refetch() }
}
