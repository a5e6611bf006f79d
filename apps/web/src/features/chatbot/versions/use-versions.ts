import type { ChatbotSave, ChatbotVersion } from '@foyer/contracts/chatbot/chatbot.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { useQuery } from '@tanstack/react-query'
import type { Api } from '../../../api/client.ts'
import { useApi } from '../../../parts/services.tsx'

interface Place {
  readonly organizationId: string
  readonly flowId: string
  /** The newest version that the stream told. */
  readonly newest: number | null
}

/** The published versions, newest first. */
export function useVersions({ organizationId, flowId, newest }: Place) {
  const api = useApi()
  return useQuery({
    queryKey: ['chatbot versions', organizationId, flowId, newest],
    queryFn: async ({ signal }): Promise<readonly ChatbotVersion[]> =>
      (await api('chatbotVersions', { params: { flowId }, query: { organizationId }, signal })).data,
    retry: false,
    // A new version does not take the list away while it is read.
    placeholderData: (before) => before,
  })
}

/** The saves of the draft that can be gone back to, newest first; read again with each save that the stream tells. */
export function useSaves({ organizationId, flowId, revision }: Omit<Place, 'newest'> & { revision: number }) {
  const api = useApi()
  return useQuery({
    queryKey: ['chatbot saves', organizationId, flowId, revision],
    queryFn: async ({ signal }): Promise<readonly ChatbotSave[]> =>
      (await api('chatbotSaves', { params: { flowId }, query: { organizationId }, signal })).data,
    ...{ retry: false, gcTime: 0 },
    placeholderData: (before) => before,
  })
}

/** A published version, or a save of the draft. */
export interface Earlier {
  readonly kind: 'version' | 'save'
  readonly number: number
}

export async function readEarlier(
  api: Api,
  { organizationId, flowId }: Omit<Place, 'newest'>,
  { kind, number }: Earlier,
): Promise<Flow> {
  if (kind === 'version') {
    const params = { flowId, number: String(number) }
    return (await api('chatbotVersion', { params, query: { organizationId } })).data.flow
  }
  const query = { organizationId, revision: String(number) }
  const { _id, name, nodes, edges, settings } = (await api('chatbotFlow', { params: { flowId }, query })).data
  return { _id, name, nodes, edges, settings }
}

/** The draft is read anew each time: others may save it. */
export const DRAFT = 'draft'

/** The flow of a version, or of the draft; not asked for null. */
export function useFlowOf({ organizationId, flowId }: Omit<Place, 'newest'>, which: string | null) {
  const api = useApi()
  return useQuery({
    queryKey: ['chatbot version', organizationId, flowId, which],
    queryFn: async ({ signal }): Promise<Flow> => {
      const query = { organizationId }
      if (which === DRAFT) {
        const { data } = await api('chatbotFlow', { params: { flowId }, query, signal })
        const { _id, name, nodes, edges, settings } = data
        return { _id, name, nodes, edges, settings }
      }
      const params = { flowId, number: which ?? '' }
      return (await api('chatbotVersion', { params, query, signal })).data.flow
    },
    ...{ enabled: which !== null, retry: false, ...(which === DRAFT ? { gcTime: 0 } : { staleTime: 600_000 }) },
  })
}
