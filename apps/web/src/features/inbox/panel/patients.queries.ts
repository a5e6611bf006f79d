/** The questions about patients that the panel, the notices and the assigning ask; asked once, wherever they stand. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../parts/parts.tsx'

/** A short life: whoever comes back to a conversation sees who was added meanwhile. */
const FRESH_MS = 30_000

/** [CALL-INBOX-14] The patients of a conversation's number; a chat has none. */
export function usePatientsOfNumber({ organizationId, phoneNumber }: Conversation) {
  const api = useApi()
  return useQuery({
    queryKey: ['patientsOfNumber', organizationId, phoneNumber],
    queryFn: ({ signal }) => api('patientsWithSameNumber', { query: { organizationId, phoneNumber }, signal }),
    select: ({ data }) => data,
    enabled: hasNumber(phoneNumber),
    staleTime: FRESH_MS,
  })
}

/** [CALL-INBOX-21] Patients by a part of a name or number; null while nothing is searched for. */
export function usePatientSearch(organizationId: string, search: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['patientSearch', organizationId, search],
    queryFn: ({ signal }) => api('searchUsers', { query: { organizationId, search }, signal }),
    select: ({ data }) => data.filter(({ kind }) => kind === 'patient'),
    enabled: search !== '',
  })
}

/** What the call takes as a number; less than that is none. */
function hasNumber(phoneNumber: string): boolean {
  return phoneNumber.replace(/\D/g, '').length >= 10
}
