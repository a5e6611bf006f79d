import type { DueDate } from '@foyer/contracts/appointments/due-date.ts'
import { useState } from 'react'
import { notifyError, notifySuccess } from '../../ui/notify.tsx'
import { failureTitle } from '../failure-message.rules.ts'
import { useApi } from '../services.tsx'
import { invitedWords } from './due-words.rules.ts'
import { useIdempotencyKeys } from './use-idempotency-keys.ts'

interface Options {
  organizationId: string
  /** Takes in the new states that the answer brings. */
  onInvited?: (epoch: string, dates: readonly DueDate[]) => void
}

export interface Invite {
  /** The ids of the due dates whose invitation is on its way. */
  readonly busy: ReadonlySet<string>
  readonly invite: (dates: readonly Pick<DueDate, '_id'>[]) => Promise<void>
}

/** Invites patients to book what is due, and reports it by a toast. */
export function useInvite({ organizationId, onInvited }: Options): Invite {
  const api = useApi()
  const keyOf = useIdempotencyKeys()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())

  async function invite(dates: readonly Pick<DueDate, '_id'>[]) {
    const dueDateIds = dates.map(({ _id }) => _id)
    if (dueDateIds.some((id) => busy.has(id))) return
    setBusy((before) => new Set([...before, ...dueDateIds]))
    try {
      const body = { organizationId, dueDateIds }
      const { data, epoch } = await keyOf(body, (idempotencyKey) => api('inviteDueDates', { body, idempotencyKey }))
      onInvited?.(epoch, data.sent)
      const words = invitedWords(
        data.sent,
        data.skipped.map(({ reason }) => reason),
      )
      if (data.sent.length === 0) notifyError(words)
      else notifySuccess(words)
    } catch (error) {
      notifyError(failureTitle(error))
    } finally {
      setBusy((before) => new Set([...before].filter((id) => !dueDateIds.includes(id))))
    }
  }
  return { busy, invite }
}
