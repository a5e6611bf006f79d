import type { Present } from '@foyer/contracts/live.ts'
import { reviewTopic } from '@foyer/contracts/topic.rules.ts'
import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { presenceSentence } from '../../lib/staff-names.rules.ts'
import { watchTopic } from '../../live/links.ts'
import { connectionOf } from '../../live/live.machine.ts'
import { useLive } from '../../parts/live-context.tsx'
import { useColleagues } from '../../parts/use-colleagues.ts'

interface Watched {
  readonly organizationId: string
  readonly userId: string
  readonly locationId: string
  readonly reviewId: string
  /** This person is writing a reply here. */
  readonly isWriting: boolean
}

/** "Dana is writing a reply" to the same review; null while nobody is, or while the connection is not live. */
export function useReviewPresence({ organizationId, userId, locationId, reviewId, isWriting }: Watched): string | null {
  const live = useLive()
  const isLive = useSelector(live, (state) => connectionOf(state) === 'live')
  const [present, setPresent] = useState<Present['staff']>([])
  const { names } = useColleagues(organizationId)
  const topic = reviewTopic(locationId, reviewId)
  useEffect(() => {
    const unwatch = watchTopic({ live, organizationId, topic, onJoined: () => undefined, onPresence: setPresent })
    return () => {
      unwatch()
      setPresent([])
    }
  }, [live, organizationId, topic])
  useEffect(() => {
    const tell = (state: 'viewing' | 'replying' | 'left') => {
      if (live.getSnapshot().status === 'active')
        live.send({ type: 'presence.changed', presence: { organizationId, topic, state } })
    }
    tell(isWriting ? 'replying' : 'viewing')
    return () => tell('left')
  }, [live, organizationId, topic, isWriting])
  const writers = present.filter(({ _id, state }) => _id !== userId && state === 'replying')
  if (!isLive) return null
  return presenceSentence(
    writers.map(({ _id }) => names.get(_id) ?? 'A colleague'),
    'writing a reply',
  )
}
