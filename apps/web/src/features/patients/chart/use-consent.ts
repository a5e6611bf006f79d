import type { Collection } from '@foyer/contracts/collection.rules.ts'
import type { ConsentEntry } from '@foyer/contracts/patients/chart-calls.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import type { Question } from '../../../parts/query-state.tsx'
import { useApi } from '../../../parts/services.tsx'
import { useLiveCollection } from '../../../parts/use-live-collection.ts'

/** An entry never changes. The ids count up with time. */
const entries: Collection<ConsentEntry> = {
  select: () => [],
  key: ({ _id }) => _id,
  order: (left, right) => Number(right._id) - Number(left._id),
}

/** The changes of consent of the patient's number, newest first. Each tells of the patient, and is then read. */
export function useConsent(
  organizationId: string,
  { _id: patientId, phoneNumber }: PatientRecord,
): Question<readonly ConsentEntry[]> {
  const api = useApi()
  return useLiveCollection<ConsentEntry>({
    id: `consent of ${patientId} ${phoneNumber}`,
    organizationId,
    collection: entries,
    outdates: (event) =>
      event.type === 'patients.reloaded' || (event.type === 'patient.changed' && event.data._id === patientId),
    read: async (_, signal) => {
      const { data, epoch, asOf } = await api('patientConsent', {
        ...{ params: { id: patientId }, query: { organizationId }, signal },
      })
      return { items: data, cursor: null, epoch, seq: asOf, tally: undefined }
    },
  })
}
