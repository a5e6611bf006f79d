import { dueDates } from '@foyer/contracts/appointments/collections.rules.ts'
import { isListed } from '@foyer/contracts/appointments/due.rules.ts'
import type { DueDate } from '@foyer/contracts/appointments/due-date.ts'
import { pageOf } from '../../live/live-collection.rules.ts'
import { useApi } from '../services.tsx'
import { type LiveRows, useLiveCollection } from '../use-live-collection.ts'

/** [LIST-03] [OPEN-061] A patient's due dates that are listed `today`, kept current. */
export function usePatientDueDates(
  organizationId: string,
  patientId: string,
  today: string,
): LiveRows<DueDate, undefined> {
  const api = useApi()
  return useLiveCollection<DueDate>({
    id: `due ${patientId} ${today}`,
    organizationId,
    collection: dueDates,
    belongs: (due) => due.patientId === patientId && due.doneAt === null && isListed(due.dueDate, today),
    read: async (_, signal) =>
      pageOf<DueDate>(await api('dueDateList', { query: { organizationId, patientId }, signal })),
  })
}
