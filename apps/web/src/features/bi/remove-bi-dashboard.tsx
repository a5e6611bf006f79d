import type { BiDashboard } from '@foyer/contracts/bi/bi-calls.ts'
import { failureMessage } from '../../parts/failure-message.rules.ts'
import { offlineReason, useOffline } from '../../parts/use-offline.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { notifySuccess } from '../../ui/notify.tsx'
import { useRemoveBiDashboard } from './use-bi-dashboards.ts'

interface RemoveBiDashboardProps {
  organizationId: string
  dashboard: BiDashboard
  onClose: () => void
}

/** Asks before a dashboard is taken from the list. */
export function RemoveBiDashboard({ organizationId, dashboard: { _id, title }, onClose }: RemoveBiDashboardProps) {
  const offline = useOffline()
  const remove = useRemoveBiDashboard(organizationId)
  return (
    <ConfirmDialog
      title={`Remove “${title}”?`}
      confirm="Remove the dashboard"
      danger
      busy={remove.isPending}
      disabledReason={offlineReason(offline, 'Removing')}
      error={remove.isError ? failureMessage(remove.error) : null}
      onConfirm={() =>
        remove.mutate(_id, {
          onSuccess: () => {
            notifySuccess(`${title} removed`)
            onClose()
          },
        })
      }
      onClose={onClose}
    >
      <p>Nobody in the clinic sees it here any more. At the BI service it stays.</p>
    </ConfirmDialog>
  )
}
