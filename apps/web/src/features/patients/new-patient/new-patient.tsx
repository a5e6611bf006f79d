import type { Membership } from '@foyer/contracts/organization.ts'
import { Suspense, useRef, useState } from 'react'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { lazyPart, SaidInPlace } from '../../../ui/lazy-part.tsx'

const NewPatientForm = lazyPart(async () => (await import('./new-patient-form.tsx')).NewPatientForm, SaidInPlace)

interface NewPatientProps {
  organization: Membership
  today: string
  onClose: () => void
}

/** The form for a new patient in a drawer, which asks before it drops what was typed. */
export function NewPatient({ organization, today, onClose }: NewPatientProps) {
  const isDirty = useRef(false)
  const [isLeaving, setIsLeaving] = useState(false)
  return (
    <>
      <Drawer
        open
        title="New patient"
        onClose={() => {
          if (isDirty.current) setIsLeaving(true)
          else onClose()
        }}
      >
        <Suspense fallback={null}>
          <NewPatientForm
            {...{ organization, today, onClose }}
            onDirty={(dirty) => {
              isDirty.current = dirty
            }}
          />
        </Suspense>
      </Drawer>
      {isLeaving && (
        <ConfirmDialog
          title="Close without adding?"
          confirm="Close"
          cancel="Keep editing"
          safeFirst
          danger
          onConfirm={onClose}
          onClose={() => setIsLeaving(false)}
        >
          What you typed about the new patient is lost.
        </ConfirmDialog>
      )}
    </>
  )
}
