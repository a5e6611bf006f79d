import { isBlank } from '@foyer/contracts/blank.rules.ts'
import type { DashboardView } from '@foyer/contracts/dashboards/view-calls.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { Form, Problem, Submit } from '../../../parts/form/form.tsx'
import { FormField, FormTick } from '../../../parts/form/form-fields.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { useApi } from '../../../parts/services.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
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

const STALE = { stale: 'Someone changed this view while you were editing. Close this and open it again.' }

/** Names, shares and removes a saved view. */
export function ViewDrawer(props: ViewDrawerProps) {
  const [removing, setRemoving] = useState(false)
  const { view, onClose } = props
  if (removing && view !== null) return <RemoveView {...props} view={view} />
  return (
    <Drawer open onClose={onClose} title={view === null ? 'Save this view' : 'Change the view'}>
      <ViewForm {...props} onRemove={() => setRemoving(true)} />
    </Drawer>
  )
}

function ViewForm(props: ViewDrawerProps & { onRemove: () => void }) {
  const { organizationId, today, view, shown, onDone, onClose, onRemove } = props
  const api = useApi()
  const form = useForm({
    initial: { name: view?.name ?? '', shared: view?.shared ?? false },
    check: ({ name }) => ({ name: isBlank(name) ? 'Give it a name' : undefined }),
    refusals: STALE,
    send: async ({ name, shared }, idempotencyKey) => {
      const body = { organizationId, ...shown, name, shared }
      const reply =
        view === null
          ? await api('addDashboardView', { body, idempotencyKey })
          : await api('updateDashboardView', { body: { ...body, _id: view._id, version: view.version } })
      notifySuccess(`The view “${reply.data.name}” is saved`)
      onDone(reply.data)
    },
  })
  return (
    <Form form={form} label="Saved view" className="flex flex-col gap-4 p-4">
      <p className="text-sm text-muted">{shownWords(shown, today)}</p>
      <FormField form={form} name="name" label="Name" maxLength={80} />
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

function RemoveView({ organizationId, view, onDone, onClose }: ViewDrawerProps & { view: DashboardView }) {
  const api = useApi()
  const offline = useOffline()
  const { _id, name, version, shared } = view
  const removal = useMutation({
    mutationFn: () => api('removeDashboardView', { body: { organizationId, _id, version } }),
    onSuccess: () => {
      notifySuccess(`The view “${name}” is removed`)
      onDone(null)
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
      <p>{shared ? 'Colleagues lose it too.' : 'Only you see it.'} No number changes.</p>
    </ConfirmDialog>
  )
}
