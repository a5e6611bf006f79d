import type { DueDate } from '@foyer/contracts/appointments/due-date.ts'
import { Suspense } from 'react'
import { Drawer } from '../../../ui/drawer.tsx'
import { lazyPart, SaidInPlace } from '../../../ui/lazy-part.tsx'

const DueForm = lazyPart(async () => (await import('./due-form.tsx')).DueForm, SaidInPlace)

interface DueDrawerProps {
  open: boolean
  organizationId: string
  today: string
  types: readonly string[]
  onAdded: (epoch: string, dates: readonly DueDate[]) => void
  onClose: () => void
}

/** The form for a new due date; it closes once it is sent. */
export function DueDrawer({ open, onAdded, onClose, ...form }: DueDrawerProps) {
  return (
    <Drawer open={open} title="Add a due date" onClose={onClose}>
      <Suspense fallback={null}>
        {open && (
          <DueForm
            {...form}
            onAdded={(epoch, dates) => {
              onAdded(epoch, dates)
              onClose()
            }}
          />
        )}
      </Suspense>
    </Drawer>
  )
}
