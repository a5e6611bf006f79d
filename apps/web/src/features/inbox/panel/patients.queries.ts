/** The queries about patients that the panel, the notices and the assign dialog share. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../parts/services.tsx'

/** Short, so that a user who comes back to a conversation sees patients added meanwhile. */
const FRESH_MS = 30_000

/** [CALL-INBOX-14] The patients with the conversation's number; a chat has none. */
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

/** [CALL-INBOX-21] Finds patients by a part of a name or number; disabled while the search is empty. */
export function usePatientSearch(organizationId: string, search: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['patientSearch', organizationId, search],
    queryFn: ({ signal }) => api('searchUsers', { query: { organizationId, search }, signal }),
    select: ({ data }) => data.filter(({ kind }) => kind === 'patient'),
    enabled: search !== '',
  })
}

/** The call accepts a number from ten digits on. */
function hasNumber(phoneNumber: string): boolean {
  return phoneNumber.replace(/\D/g, '').length >= 10
}
