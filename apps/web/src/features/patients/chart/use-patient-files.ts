import type { Collection } from '@foyer/contracts/collection.rules.ts'
import type { PatientFile } from '@foyer/contracts/patients/chart-calls.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { pageOf } from '../../../live/live-collection.rules.ts'
import type { PagedRows } from '../../../parts/rows/paged-rows.ts'
import { useApi } from '../../../parts/services.tsx'
import { useLiveCollection } from '../../../parts/use-live-collection.ts'
import { tellsOf } from './own-events.rules.ts'

const PAGE = 20

/** Only the server knows the position of files of the same moment. */
const files: Collection<PatientFile> = { select: () => [], key: ({ _id }) => _id, order: () => 0 }

/** The patient's files, newest first. Read again when a file is kept, or when one may have come with a message. */
export function usePatientFiles(organizationId: string, patient: PatientRecord): PagedRows<PatientFile> {
  const api = useApi()
  const { _id: patientId, phoneNumber } = patient
  const conversationIds = new Set<string>()
  return useLiveCollection<PatientFile>({
    id: `files of ${patientId} ${phoneNumber}`,
    organizationId,
    collection: files,
    outdates: (event) =>
      event.type !== 'appointment.changed' &&
      event.type !== 'due.changed' &&
      tellsOf(event, { patientId, phoneNumber, conversationIds }),
    async read(page, signal) {
      const read = pageOf<PatientFile>(
        await api('patientFiles', {
          params: { id: patientId },
          query: { organizationId, limit: PAGE, ...page },
          signal,
        }),
      )
      for (const { conversationId } of read.items) if (conversationId !== null) conversationIds.add(conversationId)
      return read
    },
  })
}
