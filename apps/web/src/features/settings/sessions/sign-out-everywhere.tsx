import { useMutation } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { useServices } from '../../../parts/services.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

/** Ends every session, including this one, because the user wants to be sure. */
export function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  const { api, app, signOut } = useServices()
  const { waiting } = useSnapshot(app.status).outbox
  const offline = useOffline()
  const end = useMutation({
    mutationFn: () => signOut(() => api('signOutEverywhere')),
  })
  return (
    <ConfirmDialog
      title="Sign out everywhere?"
      confirm="Sign out everywhere"
      danger
      busy={end.isPending || end.isSuccess}
      disabledReason={offlineReason(offline)}
      error={end.isError ? failureMessage(end.error) : null}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    >
      <p>This ends all your sessions, including this one. You’ll need to sign in again.</p>
      {waiting > 0 && (
        <p>
          {waiting === 1 ? 'A message waits' : `${waiting} messages wait`} for the connection in this page, and would be
          lost.
        </p>
      )}
    </ConfirmDialog>
  )
}
