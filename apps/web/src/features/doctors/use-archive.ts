import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { useState } from 'react'
import { failureMessage } from '../../parts/failure-message.rules.ts'
import { useApi } from '../../parts/services.tsx'
import { useIdempotencyKeys } from '../../parts/visits/use-idempotency-keys.ts'
import { notifyError, notifySuccess } from '../../ui/notify.tsx'
import { doctorsWords } from './doctor-list.rules.ts'
import { useUndo } from './use-undo.ts'

/** Archives doctors, with an undo, and brings single ones back. Lists follow by the doctors' events. */
export function useArchive(organizationId: string) {
  const api = useApi()
  const keyOf = useIdempotencyKeys()
  const undo = useUndo(organizationId)
  const [isBusy, setIsBusy] = useState(false)

  async function doing(failed: string, work: () => Promise<void>): Promise<void> {
    if (isBusy) return
    setIsBusy(true)
    try {
      await work()
    } catch (error) {
      notifyError(`${failed} ${failureMessage(error)}`)
    } finally {
      setIsBusy(false)
    }
  }

  return {
    isBusy,
    archive: (doctors: readonly Doctor[], onDone?: () => void) =>
      doing(`${doctorsWords(doctors)} ${doctors.length === 1 ? 'was' : 'were'} not archived.`, async () => {
        const body = { doctorIds: doctors.map(({ _id }) => _id) }
        const { data } = await keyOf(body, (idempotencyKey) =>
          api('archiveDoctors', { params: { organizationId }, body, idempotencyKey }),
        )
        const archived = data.archived === doctors.length ? doctorsWords(doctors) : `${data.archived} doctors`
        if (data.undoId !== null) undo.offer(`Archived ${archived}`, data.undoId)
        onDone?.()
      }),
    restore: (doctor: Doctor, onDone?: (epoch: string, doctor: Doctor) => void) =>
      doing(`${doctor.name} was not brought back.`, async () => {
        const { _id: doctorId, version } = doctor
        const { data, epoch } = await api('updateDoctor', {
          body: { organizationId, doctorId, version, archived: false },
        })
        notifySuccess(`${data.name} takes visits again`)
        onDone?.(epoch, data)
      }),
  }
}
