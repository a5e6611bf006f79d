import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { useMutation } from '@tanstack/react-query'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { offlineReason } from '../../../parts/use-offline.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'

interface BlockDialogProps {
  conversation: Conversation
  offline: boolean
  onClose: () => void
}

/** [CALL-INBOX-28] Asks before a phone number is blocked or unblocked. */
export function BlockDialog({ conversation, offline, onClose }: BlockDialogProps) {
  const { organizationId, phoneNumber, smsStatus } = conversation
  const api = useApi()
  const number = displayPhone(phoneNumber)
  const blocks = smsStatus !== 'blocked'
  const change = useMutation({
    mutationFn: () => api('blockPhoneNumber', { body: { organizationId, phoneNumber, blockPhoneNumber: blocks } }),
    onSuccess: () => {
      notifySuccess(`${number} is ${blocks ? 'blocked' : 'unblocked'}`)
      onClose()
    },
  })
  const verb = blocks ? 'Block' : 'Unblock'
  return (
    <ConfirmDialog
      title={`${verb} ${number}?`}
      confirm={`${verb} ${number}`}
      danger={blocks}
      busy={change.isPending}
      disabledReason={offlineReason(offline)}
      error={change.isError ? failureMessage(change.error) : null}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      {blocks ? (
        <>
          <p>Texts to this number are refused, and its messages do not reach the inbox.</p>
          <p>This applies to every conversation with this number. Earlier messages stay. You can unblock it later.</p>
        </>
      ) : (
        <>
          <p>You’ll see new messages from this number again.</p>
          <p>It can be texted again, unless it had opted out: an opt-out stays.</p>
        </>
      )}
    </ConfirmDialog>
  )
}
