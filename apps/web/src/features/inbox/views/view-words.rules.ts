import type { SavedView } from '@foyer/contracts/inbox/saved-views.ts'
import { isEveryStatus } from '@foyer/contracts/inbox/status.rules.ts'
import { VIEW_LABELS } from '../list/view-labels.rules.ts'
import { statusLabel } from '../status-labels.rules.ts'

export type Shown = Pick<SavedView, 'tab' | 'status' | 'sort' | 'search' | 'team'>

/** Says what a saved view lists. `teamNames` has the names of teams by their ids. */
export function shownWords({ tab, status, sort, search, team }: Shown, teamNames: ReadonlyMap<string, string>): string {
  return [
    VIEW_LABELS[tab],
    ...(team === null ? [] : [`Team ${teamNames.get(team) ?? 'that is no longer there'}`]),
    ...(isEveryStatus(tab) ? [] : [statusLabel(status)]),
    sort === 'waiting' ? 'Longest waiting first' : 'Newest first',
    ...(search === '' ? [] : [`Search “${search}”`]),
  ].join(' · ')
}
