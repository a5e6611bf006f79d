import { useSnapshot } from 'valtio'
import { useApp } from '../parts/parts.tsx'

/** Unread messages of the active organization; none until its own count is known, never another one's. */
export function useUnread(): number {
  const { mainContext, status } = useApp()
  const { unreadMessagesCount } = useSnapshot(mainContext)
  const { countsKnown } = useSnapshot(status)
  return countsKnown ? unreadMessagesCount : 0
}
