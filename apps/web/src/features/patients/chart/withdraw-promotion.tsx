import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { offlineReason } from '../../../parts/use-offline.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'

interface WithdrawPromotionProps {
  organizationId: string
  patient: PatientRecord
  offline: boolean
  onSaved: (epoch: string, record: PatientRecord) => void
  onClose: () => void
}

/** Asks before a consent to promotion is taken off the record. */
export function WithdrawPromotion({ organizationId, patient, offline, onSaved, onClose }: WithdrawPromotionProps) {
  const api = useApi()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const withdraw = useMutation({
    mutationFn: () => {
      const body = { organizationId, consent: null }
      return api('saveMarketingConsent', { params: { id: patient._id }, body, idempotencyKey })
    },
  })
  return (
    <ConfirmDialog
      title="Withdraw the consent to promotion?"
      confirm="Withdraw consent"
      danger
      busy={withdraw.isPending}
      disabledReason={offlineReason(offline)}
      error={withdraw.isError ? failureMessage(withdraw.error) : null}
      onConfirm={() =>
        withdraw.mutate(undefined, {
          onSuccess: ({ epoch, data }) => {
            notifySuccess('Consent to promotion withdrawn')
            onSaved(epoch, data)
          },
        })
      }
      onClose={onClose}
    >
      <p>No promotion is sent any more. To send it again, a new written consent is needed.</p>
    </ConfirmDialog>
  )
}
