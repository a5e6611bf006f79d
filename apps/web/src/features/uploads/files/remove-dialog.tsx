import type { ListedFile } from '@foyer/contracts/imports/record-calls.ts'
import { useState } from 'react'
import { useApi } from '../../../parts/services.tsx'
import { offlineReason } from '../../../parts/use-offline.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { uploadFailure } from '../upload-failure.rules.ts'

interface RemoveDialogProps {
  file: ListedFile
  organizationId: string
  offline: boolean
  onClose: () => void
}

/** The question before a file is removed for good. */
export function RemoveDialog({ file, organizationId, offline, onClose }: RemoveDialogProps) {
  const api = useApi()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function remove(): Promise<void> {
    setIsBusy(true)
    try {
      await api('removeStoredFile', { body: { organizationId, fileId: file._id } })
      notifySuccess(`${file.name} is removed`)
      onClose()
    } catch (failure) {
      setError(uploadFailure(failure))
      setIsBusy(false)
    }
  }
  return (
    <ConfirmDialog
      title={`Remove ${file.name}?`}
      confirm="Remove the file"
      danger
      busy={isBusy}
      error={error}
      disabledReason={offlineReason(offline, 'Removing')}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>It is removed for everybody of the clinic, for good.</p>
    </ConfirmDialog>
  )
}
