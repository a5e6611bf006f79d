import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../services.tsx'
import { type QuietHours, USUAL_NIGHT } from './visit-actions.rules.ts'

/** Settings change rarely. A clinic that sets other hours is asked by the former ones for so long. */
const FRESH_MS = 60_000

/** Reads the clinic's quiet hours, when a text is about to be sent. */
export function useQuietHours(organizationId: string): () => Promise<QuietHours> {
  const api = useApi()
  const queries = useQueryClient()
  return async () => {
    try {
      return await queries.fetchQuery({
        queryKey: ['quietHours', organizationId],
        queryFn: async ({ signal }) =>
          (await api('inboxSettings', { query: { organizationId }, signal })).data.quietHours,
        staleTime: FRESH_MS,
        retry: false,
      })
    } catch {
      return USUAL_NIGHT
    }
  }
}
