import type { NotifierTemplate } from '@foyer/contracts/campaign/template.ts'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSubmission } from '../../lib/use-submission.ts'
import { useApi } from '../../parts/services.tsx'
import { offlineReason } from '../../parts/use-offline.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { notifySuccess } from '../../ui/notify.tsx'
import { templateFailure } from './template-words.rules.ts'

interface DeleteTemplateProps {
  template: NotifierTemplate
  offline: boolean
  onDeleted: () => void
}

/** Deletes after one question. [CALL-CAMPAIGN-19] */
export function DeleteTemplate({ template: { _id, name }, offline, onDeleted }: DeleteTemplateProps) {
  const api = useApi()
  const [isAsking, setIsAsking] = useState(false)
  const { busy, error, submit, forget } = useSubmission<string>(async (id) => {
    await api('deleteNotifierTemplate', { params: { id } })
    notifySuccess('Template deleted')
    onDeleted()
  })
  const disabledReason = offlineReason(offline, 'Deleting')
  return (
    <>
      <Button
        icon={Trash2}
        disabledReason={disabledReason}
        onClick={() => {
          forget()
          setIsAsking(true)
        }}
      >
        Delete
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Delete “${name}”?`}
          confirm="Delete the template"
          danger
          {...{ busy, disabledReason }}
          error={error === null ? null : templateFailure(error)}
          onConfirm={() => void submit(_id)}
          onClose={() => setIsAsking(false)}
        >
          It runs no more. The campaigns that it made stay.
        </ConfirmDialog>
      )}
    </>
  )
}
