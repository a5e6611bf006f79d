import type { SavedView } from '@foyer/contracts/inbox/saved-views.ts'
import type { Team } from '@foyer/contracts/teams/teams.ts'
import { UsersRound } from 'lucide-react'
import { Suspense, use, useEffect, useMemo, useState } from 'react'
import { useStable } from '../../../lib/use-stable.ts'
import { useCommands } from '../../../parts/keyboard.tsx'
import { StaffNames } from '../../../parts/staff-names.tsx'
import type { Colleague } from '../../../parts/use-colleagues.ts'
import { useTeams } from '../../../parts/use-teams.ts'
import { withQueries } from '../../../parts/with-queries.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { MenuEntry } from '../../../ui/menu-panel.tsx'
import { notifyError } from '../../../ui/notify.tsx'
import type { InboxAddress } from '../use-inbox-address.ts'
import { type OwnCounts, useOwnCounts } from './use-own-counts.ts'
import { useSavedViews } from './use-saved-views.ts'
import type { Shown } from './view-words.rules.ts'

const ViewPanel = lazyPart(() => withQueries(async () => (await import('./view-panel.tsx')).ViewPanel))

/** The saved views and the views of the teams, as the row of views shows them. */
export interface SavedTabs {
  /** The name of the view or the team that the list shows. */
  readonly name: string | null
  readonly onChoose: () => void
  /** For the menu of views. */
  readonly entries: readonly MenuEntry[]
  readonly own: OwnCounts
}

interface SavedViewsPartProps {
  organizationId: string
  address: InboxAddress
  me: Colleague
  colleagues: readonly Colleague[]
  /** What the list shows. */
  shown: Shown
  phone: boolean
  onSearch: (typed: string) => void
  /** The list no longer shows a saved view, which had this search. */
  onLeft: (search: string) => void
  /** The list is about to show another view. */
  onLeave: () => void
  onTabs: (tabs: SavedTabs) => void
}

/**
 * Everything about saved views, the views of the teams, and the counts of the user's own views, except their place in the row. It is loaded once the
 * list can be used.
 */
export function SavedViewsPart(props: SavedViewsPartProps) {
  const { organizationId, address, me, colleagues, shown, phone, onSearch, onLeft, onLeave, onTabs } = props
  const { views, chosen, choose, put } = useSavedViews({ organizationId, address, onSearch, onLeft })
  const { teams, team, teamNames, chooseTeam } = useTeamViews({ organizationId, address, onLeave })
  const own = useOwnCounts(organizationId)
  const [editing, setEditing] = useState<'new' | SavedView | null>(null)
  const names = use(StaffNames)
  const chooseView = useStable((view: SavedView) => {
    onLeave()
    choose(view)
  })
  const group = 'Conversations' as const
  useCommands([
    ...views.map((view) => ({
      ...{ id: `view ${view._id}`, title: `View: ${view.name}`, keys: [], group },
      run: () => chooseView(view),
    })),
    ...teams.map((one) => ({
      ...{ id: `team view ${one._id}`, title: `View: Team ${one.name}`, words: 'list of', keys: [], group },
      run: () => chooseTeam(one),
    })),
    {
      ...{ id: 'save view', title: 'Save this view', words: 'filter search order name keep new', keys: [], group },
      run: () => setEditing('new'),
    },
  ])
  const mayChange = chosen !== null && (chosen.owner._id === me._id || isAdmin(colleagues, me._id))
  const tabs = useMemo((): SavedTabs => {
    const ofTeams = teams.map((one, nth) => ({
      ...{ label: one.name, detail: 'Team', icon: UsersRound, separated: nth === 0 },
      chosen: one === team && chosen === null,
      onSelect: () => chooseTeam(one),
    }))
    const entries = views.map((view, nth) => ({
      label: view.name,
      detail: sharing(view, me._id, names.get(view.owner._id) ?? view.owner.name),
      chosen: view === chosen,
      separated: nth === 0,
      onSelect: () => chooseView(view),
    }))
    return {
      name: chosen?.name ?? team?.name ?? null,
      own,
      onChoose: () => {
        if (chosen !== null) chooseView(chosen)
        else if (team !== null) chooseTeam(team)
      },
      entries: [
        ...ofTeams,
        ...entries,
        { label: 'Save this view…', separated: true, onSelect: () => setEditing('new') },
        ...(mayChange ? [{ label: `Change “${chosen.name}”…`, onSelect: () => setEditing(chosen) }] : []),
      ],
    }
  }, [views, chosen, mayChange, me._id, names, chooseView, own, teams, team, chooseTeam])
  useEffect(() => onTabs(tabs), [tabs, onTabs])

  return (
    editing !== null && (
      <Suspense fallback={null}>
        <ViewPanel
          {...{ organizationId, shown, teamNames, phone }}
          view={editing === 'new' ? null : editing}
          onSaved={(epoch, view) => {
            put(epoch, [view])
            if (editing === 'new') choose(view)
          }}
          onRemoved={(epoch, view) => {
            if (address.viewId === view._id) address.change({}, { replace: true })
            put(epoch, [view])
          }}
          onClose={() => setEditing(null)}
        />
      </Suspense>
    )
  )
}

const NO_TEAMS: readonly Team[] = []

/** The list of one team's conversations. A removed team leaves the list as it is without it. */
function useTeamViews({
  organizationId,
  address,
  onLeave,
}: Pick<SavedViewsPartProps, 'organizationId' | 'address' | 'onLeave'>) {
  const { data, names } = useTeams(organizationId)
  const teams = data ?? NO_TEAMS
  const team = teams.find(({ _id }) => _id === address.team) ?? null
  const chooseTeam = useStable(({ _id }: Team) => {
    onLeave()
    address.change({ tab: 'all', team: _id })
  })
  const miss = useStable(() => {
    notifyError('This team is no longer there. The list shows every conversation.')
    address.change({ team: '' }, { replace: true })
  })
  const isMissing = data !== undefined && address.team !== null && team === null
  useEffect(() => {
    if (isMissing) miss()
  }, [isMissing, miss])
  return { teams, team, teamNames: names, chooseTeam }
}

function isAdmin(colleagues: readonly Colleague[], userId: string): boolean {
  return colleagues.some(({ _id, role }) => _id === userId && role === 'admin')
}

function sharing({ shared, owner }: SavedView, userId: string, ownerName: string): string {
  if (!shared) return 'Only yours'
  return owner._id === userId ? 'Shared by you' : `Shared by ${ownerName}`
}
