import { isBlank } from '@foyer/contracts/blank.rules.ts'
import type { SavedView } from '@foyer/contracts/inbox/saved-views.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { Form, Problem, Submit } from '../../../parts/form/form.tsx'
import { FormField, FormTick } from '../../../parts/form/form-fields.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { useApi } from '../../../parts/services.tsx'
import { offlineReason } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { type Shown, shownWords } from './view-words.rules.ts'

interface ViewPanelProps {
  organizationId: string
  /** The view to change; null for a new one of what the list shows. */
  view: SavedView | null
  shown: Shown
  teamNames: ReadonlyMap<string, string>
  phone: boolean
  offline: boolean
  onSaved: (epoch: string, view: SavedView) => void
  onRemoved: (epoch: string, view: SavedView) => void
  onClose: () => void
}

const STALE = { stale: 'Someone changed this view while you were editing. Close this and open it again.' }

/** Names, shares and removes a saved view. */
export function ViewPanel(props: ViewPanelProps) {
  const [removing, setRemoving] = useState(false)
  const { view, phone, onClose } = props
  if (removing && view !== null) return <RemoveView {...props} view={view} onClose={onClose} />
  const Overlay = phone ? Sheet : Drawer
  return (
    <Overlay open onClose={onClose} title={view === null ? 'Save this view' : 'Change the view'}>
      <ViewForm {...props} onRemove={() => setRemoving(true)} />
    </Overlay>
  )
}

function ViewForm(props: ViewPanelProps & { onRemove: () => void }) {
  const { organizationId, view, shown, teamNames, onSaved, onClose, onRemove } = props
  const api = useApi()
  const what = view ?? shown
  const form = useForm({
    initial: { name: view?.name ?? '', shared: view?.shared ?? false },
    check: ({ name }) => ({ name: isBlank(name) ? 'Give it a name' : undefined }),
    refusals: STALE,
    send: async ({ name, shared }, idempotencyKey) => {
      const { tab, status, sort, search, team } = what
      const about = view === null ? {} : { _id: view._id, version: view.version }
      const body = { organizationId, ...about, name, shared, tab, status, sort, search, team }
      const reply = await api('saveView', { body, idempotencyKey })
      notifySuccess(`The view “${reply.data.name}” is saved`)
      onSaved(reply.epoch, reply.data)
      onClose()
    },
  })
  return (
    <Form form={form} label="Saved view" className="flex flex-col gap-4 p-4">
      <p className="text-sm text-muted">{shownWords(what, teamNames)}</p>
      <FormField form={form} name="name" label="Name" maxLength={40} />
      <FormTick
        form={form}
        name="shared"
        label="Share it with the clinic"
        detail="Colleagues see it in their menu of views. You and admins can change it."
      />
      <Problem form={form} />
      <div className="flex flex-wrap gap-2">
        {view !== null && (
          <Button kind="danger" onClick={onRemove} className="mr-auto pointer-coarse:h-11">
            Remove…
          </Button>
        )}
        <Button onClick={onClose} className={view === null ? 'ml-auto pointer-coarse:h-11' : 'pointer-coarse:h-11'}>
          Cancel
        </Button>
        <Submit form={form} className="pointer-coarse:h-11">
          Save
        </Submit>
      </div>
    </Form>
  )
}

function RemoveView({ organizationId, view, offline, onRemoved, onClose }: ViewPanelProps & { view: SavedView }) {
  const api = useApi()
  const { _id, name, version, shared } = view
  const removal = useMutation({
    mutationFn: () => api('removeView', { body: { organizationId, _id, version } }),
    onSuccess: ({ epoch, data }) => {
      notifySuccess(`The view “${name}” is removed`)
      onRemoved(epoch, data)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Remove the view “${name}”?`}
      confirm="Remove the view"
      danger
      busy={removal.isPending}
      disabledReason={offlineReason(offline)}
      error={removal.isError ? failureMessage(removal.error, STALE) : null}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>{shared ? 'Colleagues lose it too.' : 'Only you see it.'} No conversation changes.</p>
    </ConfirmDialog>
  )
}
