import type { SavedView } from '@foyer/contracts/inbox/saved-views.ts'
import { isEveryStatus } from '@foyer/contracts/inbox/status.rules.ts'
import { VIEW_LABELS } from '../list/view-labels.rules.ts'
import { statusLabel } from '../status-labels.rules.ts'

export type Shown = Pick<SavedView, 'tab' | 'status' | 'sort' | 'search'>

/** Says what a saved view lists. */
export function shownWords({ tab, status, sort, search }: Shown): string {
  return [
    VIEW_LABELS[tab],
    ...(isEveryStatus(tab) ? [] : [statusLabel(status)]),
    sort === 'waiting' ? 'Longest waiting first' : 'Newest first',
    ...(search === '' ? [] : [`Search “${search}”`]),
  ].join(' · ')
}
