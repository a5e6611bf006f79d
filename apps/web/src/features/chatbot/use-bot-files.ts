import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { failureMessage } from '../../parts/failure-message.rules.ts'
import { useApi } from '../../parts/services.tsx'
import { useOffline } from '../../parts/use-offline.ts'
import { notifyError } from '../../ui/notify.tsx'
import type { Named, OfferedFiles } from './settings/settings.rules.ts'

/** The files that the organization's chatbots may send. */
export function useBotFiles(organizationId: string): OfferedFiles {
  const api = useApi()
  const queries = useQueryClient()
  const offline = useOffline()
  const { data, error, refetch } = useQuery({
    queryKey: ['chatbotFiles', organizationId],
    queryFn: async ({ signal }) => (await api('chatbotFiles', { query: { organizationId }, signal })).data,
  })
  return useMemo(() => {
    const readNewest = () => queries.invalidateQueries({ queryKey: ['chatbotFiles', organizationId] })
    return {
      ...{ all: data, failure: error && failureMessage(error), offline, readAgain: () => void refetch() },
      async upload(file: File) {
        try {
          const answer = await api('uploadChatbotFile', { body: { organizationId }, files: [file] })
          await readNewest()
          return answer.data._id
        } catch (error) {
          notifyError(`It was not uploaded. ${failureMessage(error)}`)
          return null
        }
      },
      async remove({ _id: fileId, name }: Named) {
        try {
          await api('removeChatbotFile', { body: { organizationId, fileId } })
        } catch (error) {
          notifyError(`${name} was not removed. ${failureMessage(error)}`)
        }
        await readNewest()
      },
    }
  }, [api, queries, organizationId, data, error, refetch, offline])
}
