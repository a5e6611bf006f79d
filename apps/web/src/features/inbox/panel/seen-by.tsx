import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { givenName } from '../../../lib/staff-names.rules.ts'
import { momentLabel } from '../../../lib/time-labels.rules.ts'
import { useApi } from '../../../parts/services.tsx'

interface SeenByProps {
  conversation: Conversation
  userId: string
  now: Date
  timezone: string
}

/** [STATE-31] The colleagues who have seen the conversation, the latest first. */
export function SeenBy({ conversation, userId, now, timezone }: SeenByProps) {
  const { id: conversationId, organizationId, timestamp } = conversation
  const api = useApi()
  const { data, isError, refetch } = useQuery({
    // The timestamp is part of the key, so that it loads again after a new message, which nobody may have seen yet.
    queryKey: ['lastSeen', organizationId, conversationId, timestamp],
    queryFn: ({ signal }) => api('lastSeen', { query: { organizationId, conversationId }, signal }),
  })
  if (isError) {
    return (
      <p className="px-4 py-3 text-xs text-muted">
        Who has seen it did not load.{' '}
        <button type="button" onClick={() => void refetch()} className="font-medium text-link pointer-coarse:min-h-11">
          Load again
        </button>
      </p>
    )
  }
  const others = data?.data.filter(({ user }) => user !== userId)
  if (!others) return null
  return (
    <p className="flex items-start gap-1.5 px-4 py-3 text-xs text-muted">
      <Eye aria-hidden size={14} className="mt-px shrink-0" />
      <span>
        {others.length === 0
          ? 'No colleague has seen it yet'
          : `Seen by ${others.map(({ name, seenAt }) => `${givenName(name)} (${momentLabel(seenAt, now, timezone)})`).join(', ')}`}
      </span>
    </p>
  )
}
