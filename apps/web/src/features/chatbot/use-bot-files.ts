import type { ChatbotFile } from '@foyer/contracts/chatbot/file-calls.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { failureMessage } from '../../parts/failure-message.rules.ts'
import { useApi } from '../../parts/services.tsx'
import { useOffline } from '../../parts/use-offline.ts'
import { notifyError } from '../../ui/notify.tsx'
import type { Named, OfferedFiles } from './settings/settings.rules.ts'

/** Undefined until they are read; then the server alone knows them. */
export interface BotFiles extends OfferedFiles {
  readonly known: readonly ChatbotFile[] | undefined
}

/** The files that the organization's chatbots may send. */
export function useBotFiles(organizationId: string): BotFiles {
  const api = useApi()
  const queries = useQueryClient()
  const offline = useOffline()
  const { data } = useQuery({
    queryKey: ['chatbotFiles', organizationId],
    queryFn: async ({ signal }) => (await api('chatbotFiles', { query: { organizationId }, signal })).data,
  })
  return useMemo(() => {
    const readAgain = () => queries.invalidateQueries({ queryKey: ['chatbotFiles', organizationId] })
    return {
      ...{ known: data, all: data ?? [], offline },
      async upload(file: File) {
        try {
          const answer = await api('uploadChatbotFile', { body: { organizationId }, files: [file] })
          await readAgain()
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
        await readAgain()
      },
    }
  }, [api, queries, organizationId, data, offline])
}
