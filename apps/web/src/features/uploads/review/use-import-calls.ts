import type { Import } from '@foyer/contracts/imports/imports.ts'
import { useState } from 'react'
import { useApi } from '../../../parts/services.tsx'
import { notifyError } from '../../../ui/notify.tsx'
import { uploadFailure } from '../upload-failure.rules.ts'

/** Stops, resumes and discards an import. The screen shows the outcome at once, and the stream tells everybody else. */
export function useImportCalls(
  { _id: importId, organizationId }: Import,
  onAnswer: (epoch: string, told: Import) => void,
) {
  const api = useApi()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function run(call: 'stopImport' | 'resumeImport' | 'discardImport', onDone?: () => void): Promise<void> {
    if (isBusy) return
    setIsBusy(true)
    setProblem(null)
    try {
      const { data, epoch } = await api(call, { body: { organizationId, importId } })
      onAnswer(epoch, data)
      onDone?.()
    } catch (error) {
      setProblem(uploadFailure(error))
      // The others are asked in a dialog, which shows the problem itself.
      if (call === 'resumeImport') notifyError(`The import did not go on. ${uploadFailure(error)}`)
    } finally {
      setIsBusy(false)
    }
  }
  return {
    isBusy,
    problem,
    stop: (onDone: () => void) => void run('stopImport', onDone),
    resume: () => void run('resumeImport'),
    discard: (onDone: () => void) => void run('discardImport', onDone),
  }
}
