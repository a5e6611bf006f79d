import type { DashboardView } from '@foyer/contracts/dashboards/view-calls.ts'
import { useState } from 'react'
import { RemoveSavedView, SavedViewForm } from '../../../parts/saved-view-panel.tsx'
import { useApi } from '../../../parts/services.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { type Shown, shownWords } from './view-address.rules.ts'

interface ViewDrawerProps {
  organizationId: string
  today: string
  /** The view to change; null for a new one. */
  view: DashboardView | null
  /** The page as the view would keep it. */
  shown: Shown
  /** Gets the saved view, or null once it is removed. */
  onDone: (view: DashboardView | null) => void
  onClose: () => void
}

/** Names, shares and removes a saved view. */
export function ViewDrawer({ organizationId, today, view, shown, onDone, onClose }: ViewDrawerProps) {
  const api = useApi()
  const [removing, setRemoving] = useState(false)
  if (removing && view !== null) {
    const { _id, version } = view
    return (
      <RemoveSavedView
        view={view}
        keeps="No number changes."
        remove={() => api('removeDashboardView', { body: { organizationId, _id, version } })}
        onRemoved={() => onDone(null)}
        onClose={onClose}
      />
    )
  }
  return (
    <Drawer open onClose={onClose} title={view === null ? 'Save this view' : 'Change the view'}>
      <SavedViewForm
        view={view}
        words={shownWords(shown, today)}
        maxLength={80}
        save={async (named, idempotencyKey) => {
          const body = { organizationId, ...shown, ...named }
          if (view === null) return (await api('addDashboardView', { body, idempotencyKey })).data
          return (await api('updateDashboardView', { body: { ...body, _id: view._id, version: view.version } })).data
        }}
        onSaved={onDone}
        onRemove={() => setRemoving(true)}
        onClose={onClose}
      />
    </Drawer>
  )
}
