import { noCounts } from '@foyer/contracts/counts.rules.ts'
import type { InboxCounts } from '@foyer/contracts/inbox/count-names.rules.ts'
import { useSnapshot } from 'valtio'
import { useApp } from '../../../parts/services.tsx'

/** The inbox counts of the active organization; null until they are known. */
export function useCounts(): InboxCounts | null {
  const { counts } = useSnapshot(useApp().status)
  return counts && { ...noCounts, ...counts }
}
