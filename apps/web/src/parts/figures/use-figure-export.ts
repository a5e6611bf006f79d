import type { ExportFormat } from '@foyer/contracts/dashboards/row-calls.ts'
import { useMutation } from '@tanstack/react-query'
import { CallError } from '../../api/call-error.ts'
import { saveBlob } from '../../lib/save-blob.ts'
import { notifyError, notifySuccess } from '../../ui/notify.tsx'
import { isRefused } from '../failure-message.rules.ts'
import { useApi } from '../services.tsx'

export interface ExportAsked {
  /** Words of ours, without the ending: "foyer-patient-communication-2026-10-23-2026-11-22". */
  readonly name: string
  readonly format: ExportFormat
  readonly query: Readonly<Record<string, string | number | undefined>>
}

/** [ERR-13] Saves numbers or rows as a file. */
export function useFigureExport() {
  const api = useApi()
  const { isPending, mutate, variables } = useMutation({
    mutationFn: ({ format, query }: ExportAsked) => {
      const given = Object.entries({ ...query, format }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      )
      return api.blob(`/api/dashboard/export?${new URLSearchParams(given)}`, undefined, 'exportDashboard')
    },
    onSuccess: (blob, { name, format }) => {
      saveBlob(blob, `${name}.${format}`)
      notifySuccess('The file is saved')
    },
    onError: (error) => notifyError(exportFailure(error)),
  })
  return { exporting: isPending ? variables.format : null, save: mutate }
}

function exportFailure(error: unknown): string {
  if (!(error instanceof CallError)) return 'The server did not answer. Try again when you are connected.'
  const next =
    isRefused(error, 'too_large') || error.status === 413
      ? ' Choose fewer days.'
      : error.status === 429
        ? ' Wait until another export is done.'
        : ''
  return `HTTP error! status ${error.status}.${next}`
}
