import type { Account } from '@foyer/contracts/session/account-calls.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../parts/services.tsx'

const ACCOUNT = ['account']
const SESSIONS = ['sessions']

export function useAccount() {
  const api = useApi()
  return useQuery({
    queryKey: ACCOUNT,
    queryFn: ({ signal }) => api('account', { signal }),
    select: ({ data }) => data,
    staleTime: 0,
  })
}

export function useSessions() {
  const api = useApi()
  return useQuery({
    queryKey: SESSIONS,
    queryFn: ({ signal }) => api('sessions', { signal }),
    select: ({ data }) => data,
    staleTime: 0,
  })
}

/** Updates the cached account and sessions after a change. */
export function useAccountChanged() {
  const queries = useQueryClient()
  return {
    take: (account: Account) => queries.setQueryData(ACCOUNT, { code: 'ok' as const, data: account }),
    askAgain: () => void queries.invalidateQueries({ queryKey: ACCOUNT }),
    sessionsAgain: () => queries.invalidateQueries({ queryKey: SESSIONS }),
  }
}
