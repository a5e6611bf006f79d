import { FILE_BYTES_MAX } from '@foyer/contracts/defaults.ts'
import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { useState } from 'react'
import { CallError } from '../../../api/call-error.ts'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { useIdempotencyKeys } from '../../../parts/visits/use-idempotency-keys.ts'
import { useUndo } from '../use-undo.ts'

/** [OPEN-080] Replaces a doctor's picture, with an undo. The face follows by the doctor's event. */
export function usePicture(organizationId: string, { _id: id, name }: Doctor) {
  const api = useApi()
  const keyOf = useIdempotencyKeys()
  const undo = useUndo(organizationId)
  const [isSaving, setIsSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function replace(file: File): Promise<void> {
    setProblem(null)
    if (file.size > FILE_BYTES_MAX) return setProblem('The picture is larger than 10 MB.')
    setIsSaving(true)
    try {
      const { size, lastModified } = file
      const asked = { params: { id }, body: { organizationId }, files: [file] }
      const { data } = await keyOf({ id, name: file.name, size, lastModified }, (idempotencyKey) =>
        api('uploadProfilePic', { ...asked, idempotencyKey }),
      )
      undo.offer(`${name} has a new picture`, data.undoId)
    } catch (error) {
      setProblem(reasonOf(error))
    } finally {
      setIsSaving(false)
    }
  }
  return { isSaving, problem, replace }
}

/** The server says what is wrong with the picture itself. */
function reasonOf(error: unknown): string {
  const said = error instanceof CallError ? error.issues[0]?.message : undefined
  return said ?? `The picture was not saved. ${failureMessage(error)}`
}
