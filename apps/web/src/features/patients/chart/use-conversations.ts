import { conversations } from '@foyer/contracts/inbox/collections.rules.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { pageOf } from '../../../live/live-collection.rules.ts'
import type { PagedRows } from '../../../parts/rows/paged-rows.ts'
import { useApi } from '../../../parts/services.tsx'
import { useLiveCollection } from '../../../parts/use-live-collection.ts'

const PAGE = 20

/** The patient's conversations and those of the number, newest first, kept current. */
export function useConversations(
  organizationId: string,
  { _id: patientId, phoneNumber }: PatientRecord,
): PagedRows<Conversation> {
  const api = useApi()
  return useLiveCollection<Conversation>({
    id: `conversations of ${patientId} ${phoneNumber}`,
    organizationId,
    collection: conversations,
    belongs: (one) => one.patientId === patientId || (phoneNumber !== null && one.phoneNumber === phoneNumber),
    outdates: ({ type }) => type === 'patients.reloaded',
    read: async (page, signal) =>
      pageOf<Conversation>(
        await api('patientConversations', {
          params: { id: patientId },
          query: { organizationId, limit: PAGE, ...page },
          signal,
        }),
      ),
  })
}
