import type { SavedView } from '@foyer/contracts/inbox/saved-views.ts'
import { useState } from 'react'
import { RemoveSavedView, SavedViewForm } from '../../../parts/saved-view-panel.tsx'
import { useApi } from '../../../parts/services.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { type Shown, shownWords } from './view-words.rules.ts'

interface ViewPanelProps {
  organizationId: string
  /** The view to change; null for a new one of what the list shows. */
  view: SavedView | null
  shown: Shown
  teamNames: ReadonlyMap<string, string>
  phone: boolean
  onSaved: (epoch: string, view: SavedView) => void
  onRemoved: (epoch: string, view: SavedView) => void
  onClose: () => void
}

/** Names, shares and removes a saved view. */
export function ViewPanel(props: ViewPanelProps) {
  const { organizationId, view, shown, teamNames, phone, onSaved, onRemoved, onClose } = props
  const api = useApi()
  const [removing, setRemoving] = useState(false)
  if (removing && view !== null) {
    const { _id, version } = view
    return (
      <RemoveSavedView
        view={view}
        keeps="No conversation changes."
        remove={() => api('removeView', { body: { organizationId, _id, version } })}
        onRemoved={({ epoch, data }) => {
          onRemoved(epoch, data)
          onClose()
        }}
        onClose={onClose}
      />
    )
  }
  const Overlay = phone ? Sheet : Drawer
  const what = view ?? shown
  return (
    <Overlay open onClose={onClose} title={view === null ? 'Save this view' : 'Change the view'}>
      <SavedViewForm
        view={view}
        words={shownWords(what, teamNames)}
        maxLength={40}
        save={async (named, idempotencyKey) => {
          const { tab, status, sort, search, team } = what
          const about = view === null ? {} : { _id: view._id, version: view.version }
          const body = { organizationId, ...about, ...named, tab, status, sort, search, team }
          const { data, epoch } = await api('saveView', { body, idempotencyKey })
          onSaved(epoch, data)
          return data
        }}
        onSaved={onClose}
        onRemove={() => setRemoving(true)}
        onClose={onClose}
      />
    </Overlay>
  )
}
