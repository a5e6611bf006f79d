import { dueDates } from '@foyer/contracts/appointments/collections.rules.ts'
import type { DueDate } from '@foyer/contracts/appointments/due-date.ts'
import { pageOf } from '../../live/live-collection.rules.ts'
import { useApi } from '../services.tsx'
import { type LiveRows, useLiveCollection } from '../use-live-collection.ts'

/** [LIST-03] A patient's due dates, kept current. */
export function usePatientDueDates(organizationId: string, patientId: string): LiveRows<DueDate, undefined> {
  const api = useApi()
  return useLiveCollection<DueDate>({
    id: `due ${patientId}`,
    organizationId,
    collection: dueDates,
    belongs: (due) => due.patientId === patientId && due.doneAt === null,
    read: async (_, signal) =>
      pageOf<DueDate>(await api('dueDateList', { query: { organizationId, patientId }, signal })),
  })
}
