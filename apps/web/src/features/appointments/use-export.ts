import { useMutation } from '@tanstack/react-query'
import { saveBlob } from '../../lib/save-blob.ts'
import { failureMessage } from '../../parts/failure-message.rules.ts'
import { useApi } from '../../parts/services.tsx'
import { notifyError, notifySuccess } from '../../ui/notify.tsx'

const EXPORT = '/api/campaign/appointments/export'

/** Saves the visits of the filter, in the order of the list, as a file. Both are JSON, as the call takes them. */
export function useExport(asked: { query: string; sort: string }): { isExporting: boolean; save: () => void } {
  const api = useApi()
  const { isPending, mutate } = useMutation({
    mutationFn: () => api.blob(`${EXPORT}?${new URLSearchParams(asked)}`, undefined, 'exportAppointments'),
    onSuccess: (blob) => {
      saveBlob(blob, 'appointments.csv')
      notifySuccess('Appointments exported')
    },
    onError: (error) => notifyError(`The visits weren’t exported. ${failureMessage(error)}`),
  })
  return { isExporting: isPending, save: () => mutate() }
}
