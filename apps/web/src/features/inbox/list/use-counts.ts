import type { Counts } from '@foyer/contracts/counts.rules.ts'
import { useSnapshot } from 'valtio'
import { useApp } from '../../../parts/parts.tsx'

/** The five counts of the active organization; null as long as they aren't known. */
export function useCounts(): Counts | null {
  const { mainContext, status } = useApp()
  const context = useSnapshot(mainContext)
  const { countsKnown } = useSnapshot(status)
  if (!countsKnown) return null
  return {
    unreadMessages: context.unreadMessagesCount,
    openRequests: context.openRequestsCount,
    otherRequests: context.otherRequestsCount,
    openConciergeRequests: context.openConciergeRequestsCount,
    thumbsDown: context.thumbsDownCount,
  }
}
