import type { DueDate } from '@foyer/contracts/appointments/due-date.ts'
import { useState } from 'react'
import { failureTitle } from '../../../parts/failure-message.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { nameOf } from '../../../parts/visits/visit-actions.rules.ts'
import { notifyError, notifySuccess } from '../../../ui/notify.tsx'

export interface Finish {
  /** The due date that waits for a person's word, because what is done can't be taken back; null for none. */
  readonly asked: DueDate | null
  readonly ask: (due: DueDate) => void
  readonly answer: (isDone: boolean) => void
}

/** Marks a due date as done, once a person has confirmed it, and reports it by a toast. */
export function useFinish(organizationId: string, put: (epoch: string, dates: readonly DueDate[]) => void): Finish {
  const api = useApi()
  const [asked, setAsked] = useState<DueDate | null>(null)

  async function finish(due: DueDate) {
    try {
      const { data, epoch } = await api('finishDueDate', { body: { organizationId, dueDateId: due._id } })
      put(epoch, [data])
      notifySuccess(`${due.appointmentType} for ${nameOf(due)} is done`)
    } catch (error) {
      notifyError(failureTitle(error))
    }
  }
  return {
    asked,
    ask: setAsked,
    answer: (isDone) => {
      if (isDone && asked !== null) void finish(asked)
      setAsked(null)
    },
  }
}
