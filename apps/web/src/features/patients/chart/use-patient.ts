import { patientRecords } from '@foyer/contracts/patients/collections.rules.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import type { Question } from '../../../parts/query-state.tsx'
import { useApi } from '../../../parts/services.tsx'
import { useLiveCollection } from '../../../parts/use-live-collection.ts'

export interface PatientQuestion extends Question<PatientRecord> {
  /** Takes in the answer to a call of this person. */
  readonly put: (epoch: string, record: PatientRecord) => void
}

/** One patient's record, kept current. */
export function usePatient(organizationId: string, patientId: string): PatientQuestion {
  const api = useApi()
  const { data, put, ...question } = useLiveCollection<PatientRecord>({
    id: `patient ${patientId}`,
    organizationId,
    collection: {
      ...patientRecords,
      select: (event) => patientRecords.select(event).filter(({ _id }) => _id === patientId),
    },
    outdates: ({ type }) => type === 'patients.reloaded',
    read: async (_, signal) => {
      const answer = await api('patientRecord', { params: { id: patientId }, query: { organizationId }, signal })
      return { items: [answer.data], cursor: null, epoch: answer.epoch, seq: answer.asOf, tally: undefined }
    },
  })
  return { ...question, data: data?.[0], put: (epoch, record) => put(epoch, [record]) }
}
