import { bringsDoctors, doctors } from '@foyer/contracts/doctors/collections.rules.ts'
import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import type { Question } from '../../../parts/query-state.tsx'
import { useApi } from '../../../parts/services.tsx'
import { useLiveCollection } from '../../../parts/use-live-collection.ts'

export interface DoctorQuestion extends Question<Doctor> {
  /** Takes in the answer to a call of this person. */
  readonly put: (epoch: string, doctor: Doctor) => void
}

/** One doctor, kept current. */
export function useDoctor(organizationId: string, doctorId: string): DoctorQuestion {
  const api = useApi()
  const { data, put, ...question } = useLiveCollection<Doctor>({
    id: `doctor ${doctorId}`,
    organizationId,
    collection: { ...doctors, select: (event) => doctors.select(event).filter(({ _id }) => _id === doctorId) },
    outdates: bringsDoctors,
    read: async (_, signal) => {
      const answer = await api('doctor', { query: { organizationId, doctorId }, signal })
      return { items: [answer.data], cursor: null, epoch: answer.epoch, seq: answer.asOf, tally: undefined }
    },
  })
  return { ...question, data: data?.[0], put: (epoch, doctor) => put(epoch, [doctor]) }
}
