import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import type { BodyOf } from '@foyer/contracts/call.ts'
import type { Calls } from '@foyer/contracts/calls.ts'
import { useState } from 'react'
import { failureTitle, isRefused } from '../../../parts/failure-message.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { useIdempotencyKeys } from '../../../parts/visits/use-idempotency-keys.ts'
import { useVisitActions } from '../../../parts/visits/use-visit-actions.ts'
import { nameOf } from '../../../parts/visits/visit-actions.rules.ts'
import { notifyError } from '../../../ui/notify.tsx'

export type Decision = BodyOf<Calls['settleReply']>['answers'][number]['as']

const DECIDED = 'Someone decided this reply meanwhile, or the patient wrote again'

interface SettleOptions {
  organizationId: string
  timezone: string
  /** Takes in the new states that an answer brings. */
  onChanged: (epoch: string, visits: readonly Appointment[]) => void
}

/** Decides what a patient's reply says about one visit; a toast reports it, with an undo. */
export function useSettle({ organizationId, timezone, onChanged }: SettleOptions) {
  const api = useApi()
  const keyOf = useIdempotencyKeys()
  const { report } = useVisitActions({ organizationId, timezone, onChanged })
  const [asked, setAsked] = useState<{ visitId: string; as: Decision } | null>(null)

  async function settle(messageId: string, visit: Appointment, as: Decision) {
    if (asked !== null) return
    setAsked({ visitId: visit._id, as })
    const body = { organizationId, messageId, answers: [{ appointmentId: visit._id, as }] }
    try {
      const { data, epoch } = await keyOf(body, (idempotencyKey) => api('settleReply', { body, idempotencyKey }))
      onChanged(epoch, data.appointments)
      report(settledWords(as, nameOf(visit)), data.undoId)
    } catch (error) {
      // The new state of the visit comes with its event.
      notifyError(isRefused(error, 'stale') ? DECIDED : failureTitle(error))
    } finally {
      setAsked(null)
    }
  }
  return { asked, settle }
}

function settledWords(as: Decision, who: string): string {
  switch (as) {
    case 'confirm':
      return `Confirmed ${who}`
    case 'reschedule':
      return `Noted that ${who} needs another time`
    case 'cancel':
      return `Cancelled the visit for ${who}`
    case 'none':
      return `Left the visit for ${who} as it is`
  }
}
