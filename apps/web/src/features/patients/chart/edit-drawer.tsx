import type { Membership } from '@foyer/contracts/organization.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { Suspense, useRef, useState } from 'react'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { lazyPart, SaidInPlace } from '../../../ui/lazy-part.tsx'

const EditForm = lazyPart(async () => (await import('./edit-form.tsx')).EditForm, SaidInPlace)

interface EditDrawerProps {
  organization: Membership
  patient: PatientRecord
  today: string
  onSaved: (epoch: string, record: PatientRecord) => void
  onClose: () => void
}

/** The patient's fields in a drawer, which asks before it drops what was typed. */
export function EditDrawer({ organization, patient, today, onSaved, onClose }: EditDrawerProps) {
  const isDirty = useRef(false)
  const [isLeaving, setIsLeaving] = useState(false)
  return (
    <>
      <Drawer
        open
        title={`Edit ${patient.name}`}
        onClose={() => {
          if (isDirty.current) setIsLeaving(true)
          else onClose()
        }}
      >
        <Suspense fallback={null}>
          <EditForm
            {...{ organization, patient, today }}
            onDirty={(dirty) => {
              isDirty.current = dirty
            }}
            onSaved={(epoch, record) => {
              onSaved(epoch, record)
              onClose()
            }}
          />
        </Suspense>
      </Drawer>
      {isLeaving && (
        <ConfirmDialog
          title="Close without saving?"
          confirm="Close"
          cancel="Keep editing"
          safeFirst
          danger
          onConfirm={onClose}
          onClose={() => setIsLeaving(false)}
        >
          {`What you changed in the record of ${patient.name} is lost.`}
        </ConfirmDialog>
      )}
    </>
  )
}
