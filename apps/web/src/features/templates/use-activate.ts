import type { NotifierTemplate } from '@foyer/contracts/campaign/template.ts'
import { useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { isRefused } from '../../parts/failure-message.rules.ts'
import { useApi } from '../../parts/services.tsx'
import { notifyError } from '../../ui/notify.tsx'
import { templateFailure } from './template-words.rules.ts'

/** Turns templates on and off, one at a time. */
export function useActivate(organizationId: string, onAnswer: (template: NotifierTemplate) => void) {
  const api = useApi()
  const [busyId, setBusyId] = useState<string | null>(null)

  async function activate({ _id, name, frequency, version }: NotifierTemplate, active: boolean): Promise<void> {
    if (busyId !== null) return
    setBusyId(_id)
    try {
      const body = { organizationId, name, frequency, active, version }
      onAnswer((await api('saveNotifierTemplate', { params: { id: _id }, body })).data)
    } catch (error) {
      if (error instanceof CallError && isRefused(error, 'stale')) onAnswer(error.data as NotifierTemplate)
      notifyError(`“${name}” was not turned ${active ? 'on' : 'off'}. ${templateFailure(error)}`)
    } finally {
      setBusyId(null)
    }
  }
  return { busyId, activate: (...asked: Parameters<typeof activate>) => void activate(...asked) }
}
