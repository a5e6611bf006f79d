import { failureMessage } from '../../parts/failure-message.rules.ts'
import { useApi } from '../../parts/services.tsx'
import { notifyError, notifySuccess, notifyUndo } from '../../ui/notify.tsx'

const REFUSALS = { not_found: 'It is too late to undo this.' }

/** Offers to take back that doctors were archived, or that a picture was replaced. */
export function useUndo(organizationId: string) {
  const api = useApi()

  async function undo(undoId: string): Promise<void> {
    try {
      const { data } = await api('undoDoctors', { body: { organizationId, undoId } })
      if (data.restored.length === 0) notifyError('Nothing was undone: a colleague has changed it since.')
      else if (data.skipped.length > 0) notifySuccess('Undone, but for what a colleague has changed since')
      else notifySuccess('Undone')
    } catch (error) {
      notifyError(`Nothing was undone. ${failureMessage(error, REFUSALS)}`)
    }
  }
  return { offer: (text: string, undoId: string) => notifyUndo(text, () => void undo(undoId)) }
}
