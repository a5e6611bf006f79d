import type { Board } from '@foyer/contracts/dashboards/boards.rules.ts'
import type { DayRange } from '@foyer/contracts/dashboards/range.rules.ts'
import type { DashboardView } from '@foyer/contracts/dashboards/view-calls.ts'
import { Bookmark } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useSnapshot } from 'valtio'
import { useActiveOrganization, useApp } from '../../../parts/services.tsx'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { MenuEntry } from '../../../ui/menu-panel.tsx'
import { IN_ADDRESS, type ScoreFilter } from '../dashboard-address.rules.ts'
import { useViews } from './use-views.ts'
import { addressOfView, shownOf } from './view-address.rules.ts'

const ViewDrawer = lazyPart(async () => (await import('./view-drawer.tsx')).ViewDrawer)

interface ViewsMenuProps {
  organizationId: string
  /** Null on the overview, which is no view itself. */
  board: Board | null
  range: DayRange
  compare: boolean
  filter: ScoreFilter | null
  today: string
}

/** The saved views, and what can be done with the shown one. */
export function ViewsMenu({ organizationId, board, range, compare, filter, today }: ViewsMenuProps) {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { user } = useSnapshot(useApp().mainContext)
  const role = useActiveOrganization()?.role
  const { views, isError, refetch, reload } = useViews(organizationId)
  const [editing, setEditing] = useState<DashboardView | 'new' | null>(null)
  const isShown = (view: DashboardView) => {
    const [path, query] = addressOfView(view).split('?')
    const asked = new URLSearchParams(query)
    return path === `/dashboards/${board}` && IN_ADDRESS.every((name) => params.get(name) === asked.get(name))
  }
  const shown = views?.find(isShown)
  const mayChange = shown !== undefined && (shown.owner._id === user?._id || role === 'admin')
  const entries: MenuEntry[] = [
    ...(views ?? []).map((view) => ({
      label: view.name,
      detail: view.shared ? `Shared by ${view.owner._id === user?._id ? 'you' : view.owner.name}` : 'Only yours',
      chosen: view === shown,
      onSelect: () => void navigate(addressOfView(view)),
    })),
    ...(isError ? [{ label: 'The views did not load. Load again', onSelect: () => void refetch() }] : []),
    ...(board === null ? [] : [{ label: 'Save this view…', separated: true, onSelect: () => setEditing('new') }]),
    ...(mayChange ? [{ label: `Change “${shown.name}”…`, onSelect: () => setEditing(shown) }] : []),
  ]
  if (entries.length === 0) return null
  return (
    <>
      <Menu
        label={shown === undefined ? 'Views' : `Views: ${shown.name}`}
        align="end"
        entries={entries}
        className={`${buttonLook('default', 'md')} pointer-coarse:h-11`}
        content={
          <>
            <Bookmark aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
            <span className="min-w-0 truncate">{shown?.name ?? 'Views'}</span>
          </>
        }
      />
      {editing !== null && board !== null && (
        <Suspense fallback={null}>
          <ViewDrawer
            {...{ organizationId, today }}
            view={editing === 'new' ? null : editing}
            shown={shownOf({ board, range, filter, compare }, today)}
            onDone={(next) => {
              setEditing(null)
              void reload()
              if (next !== null) void navigate(addressOfView(next), { replace: true })
            }}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
    </>
  )
}
