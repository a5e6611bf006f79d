import { FILE_BYTES_MAX } from '@foyer/contracts/defaults.ts'
import { useState } from 'react'
import { CallError } from '../../../api/call-error.ts'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { useIdempotencyKeys } from '../../../parts/visits/use-idempotency-keys.ts'
import { notifyError, notifySuccess } from '../../../ui/notify.tsx'

/** Keeps files in a chart, one after another; each that fails is named. The list follows by the patient's event. */
export function useUpload(organizationId: string, patientId: string) {
  const api = useApi()
  const keyOf = useIdempotencyKeys()
  const [isSaving, setIsSaving] = useState(false)

  async function saveOne(file: File): Promise<string | null> {
    if (file.size === 0) return `${file.name} is empty.`
    if (file.size > FILE_BYTES_MAX) return `${file.name} is larger than 10 MB.`
    try {
      const { name, size, lastModified } = file
      const asked = { params: { id: patientId }, body: { organizationId }, files: [file] }
      await keyOf({ patientId, name, size, lastModified }, (idempotencyKey) =>
        api('addPatientFile', { ...asked, idempotencyKey }),
      )
      return null
    } catch (error) {
      return `${file.name} was not saved. ${reasonOf(error)}`
    }
  }

  async function save(files: readonly File[]): Promise<void> {
    if (files.length === 0 || isSaving) return
    setIsSaving(true)
    const problems: string[] = []
    for (const file of files) {
      const problem = await saveOne(file)
      if (problem !== null) problems.push(problem)
    }
    setIsSaving(false)
    const saved = files.length - problems.length
    const [first] = files
    if (saved > 0)
      notifySuccess(
        saved === 1 && files.length === 1 ? `Added ${first?.name} to the chart` : `Added ${saved} files to the chart`,
      )
    if (problems.length > 0) notifyError(problems.join(' '))
  }
  return { isSaving, save }
}

/** The server says what is wrong with the file itself, such as its kind. */
function reasonOf(error: unknown): string {
  const said = error instanceof CallError ? error.issues[0]?.message : undefined
  return said === undefined ? failureMessage(error) : said.replace(/^File 1 /, 'It ')
}
