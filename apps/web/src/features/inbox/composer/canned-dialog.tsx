import type { CannedMessage } from '@foyer/contracts/inbox/canned-calls.ts'
import { MessageSquarePlus, Pencil, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { CannedForm } from './canned-form.tsx'
import { useCanned } from './use-canned.ts'

interface CannedDialogProps {
  organizationId: string
  phone: boolean
  onClose: () => void
}

/** [INBOX-04] The dialog that adds, changes and deletes canned messages. */
export function CannedDialog({ organizationId, phone, onClose }: CannedDialogProps) {
  const { canned, isPending, isError, load, save, remove } = useCanned(organizationId)
  const [edited, setEdited] = useState<CannedMessage | 'new' | null>(null)
  const Overlay = phone ? Sheet : Drawer
  const title = edited === null ? 'Canned messages' : edited === 'new' ? 'New canned message' : 'Edit canned message'
  return (
    <Overlay open onClose={onClose} title={title}>
      {edited !== null ? (
        <CannedForm
          edited={edited === 'new' ? null : edited}
          onSave={(words, key) => save(words, edited === 'new' ? null : edited, key)}
          onDone={() => setEdited(null)}
        />
      ) : (
        <div className="p-4">
          <Button
            kind="primary"
            icon={MessageSquarePlus}
            onClick={() => setEdited('new')}
            className="pointer-coarse:h-11"
          >
            Add canned message
          </Button>
          {isPending && <p className="mt-4 text-sm text-muted">Loading canned messages…</p>}
          {isError && canned.length === 0 && (
            <div role="alert" className="mt-4 text-sm">
              <p className="text-bad-text">Failed to fetch canned messages</p>
              <Button size="sm" icon={RotateCw} onClick={load} className="mt-2 pointer-coarse:h-11">
                Load again
              </Button>
            </div>
          )}
          {!isPending && !isError && canned.length === 0 && (
            <p className="mt-4 text-sm text-muted">
              Texts you write often are kept here. Everyone in the clinic can use them.
            </p>
          )}
          <ul className="mt-3 divide-y divide-line">
            {canned.map((one) => (
              <li key={one._id} className="flex items-start gap-1 py-2.5">
                <div className="min-w-0 flex-1">
                  <p className="text-sm font-semibold wrap-anywhere">{one.title}</p>
                  <p className="mt-0.5 text-sm text-muted wrap-anywhere">{one.message}</p>
                </div>
                <IconButton icon={Pencil} label={`Edit ${one.title}`} size="lg" onClick={() => setEdited(one)} />
                <IconButton icon={Trash2} label={`Delete ${one.title}`} size="lg" onClick={() => void remove(one)} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Overlay>
  )
}
