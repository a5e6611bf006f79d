/** A view that somebody saved, of any list or dashboard: naming, sharing and removing it. */
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { notifySuccess } from '../ui/notify.tsx'
import { failureMessage } from './failure-message.rules.ts'
import { Form, Problem, Submit } from './form/form.tsx'
import { FormField, FormTick } from './form/form-fields.tsx'
import { useForm } from './form/use-form.ts'
import { offlineReason, useOffline } from './use-offline.ts'

interface Named {
  readonly name: string
  readonly shared: boolean
}

const STALE = { stale: 'Someone changed this view while you were editing. Close this and open it again.' }

interface SavedViewFormProps<View extends Named> {
  /** The view to change; null for a new one. */
  view: View | null
  /** What the view shows. */
  words: string
  maxLength: number
  save: (named: Named, idempotencyKey: string) => Promise<View>
  onSaved: (view: View) => void
  onRemove: () => void
  onClose: () => void
}

export function SavedViewForm<View extends Named>(props: SavedViewFormProps<View>) {
  const { view, words, maxLength, save, onSaved, onRemove, onClose } = props
  const form = useForm({
    initial: { name: view?.name ?? '', shared: view?.shared ?? false },
    check: ({ name }) => ({ name: isBlank(name) ? 'Give it a name' : undefined }),
    refusals: STALE,
    send: async (named, idempotencyKey) => {
      const saved = await save(named, idempotencyKey)
      notifySuccess(`The view “${saved.name}” is saved`)
      onSaved(saved)
    },
  })
  return (
    <Form form={form} label="Saved view" className="flex flex-col gap-4 p-4">
      <p className="text-sm text-muted">{words}</p>
      <FormField form={form} name="name" label="Name" maxLength={maxLength} />
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

interface RemoveSavedViewProps<Removed> {
  view: Named
  /** "No conversation changes." */
  keeps: string
  remove: () => Promise<Removed>
  onRemoved: (removed: Removed) => void
  onClose: () => void
}

export function RemoveSavedView<Removed>({ view, keeps, remove, onRemoved, onClose }: RemoveSavedViewProps<Removed>) {
  const offline = useOffline()
  const { name, shared } = view
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: (removed) => {
      notifySuccess(`The view “${name}” is removed`)
      onRemoved(removed)
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
      <p>
        {shared ? 'Colleagues lose it too.' : 'Only you see it.'} {keeps}
      </p>
    </ConfirmDialog>
  )
}
