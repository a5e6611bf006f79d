import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Bot } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { QueryState } from '../../../parts/query-state.tsx'
import { useApi } from '../../../parts/services.tsx'
import { Note } from '../../../parts/state-notes.tsx'
import { offlineReason } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import type { OnConversationRead } from './use-assign.ts'

interface HandToBotProps {
  conversation: Conversation
  offline: boolean
  onRead: OnConversationRead
  onClose: () => void
}

const NONE_LIVE = (
  <Note
    icon={Bot}
    title="No assistant is live"
    detail="Publish a chatbot first, then it can be handed a conversation."
  />
)

/** The live chatbots: the chosen one begins in the conversation at once. */
export function HandToBot({ conversation, offline, onRead, onClose }: HandToBotProps) {
  const { id: conversationId, organizationId } = conversation
  const api = useApi()
  // One key for each chatbot, so that a retry after a lost reply begins no second session.
  const [keys] = useState(() => new Map<string, string>())
  const live = useQuery({
    queryKey: ['liveChatbots', organizationId],
    queryFn: async ({ signal }) => {
      const { data } = await api('chatbotFlows', { query: { organizationId }, signal })
      return data.filter(({ status }) => status === 'live')
    },
    gcTime: 0,
  })
  const start = useMutation({
    mutationFn: ({ flowId }: { flowId: string; name: string }) => {
      const idempotencyKey = keys.get(flowId) ?? crypto.randomUUID()
      keys.set(flowId, idempotencyKey)
      return api('botStart', { body: { organizationId, conversationId, flowId }, idempotencyKey })
    },
    onSuccess: ({ data, epoch }, { name }) => {
      onRead({ epoch, conversation: data })
      notifySuccess(`${name} has it now`)
      onClose()
    },
  })
  return (
    <div className="flex flex-col gap-2 p-4">
      <p className="text-sm text-muted">It writes to the patient at once. Take over again at any time by answering.</p>
      {start.isError && (
        <p role="alert" className="text-sm text-bad-text">
          {failureMessage(start.error)}
        </p>
      )}
      <QueryState query={live} what="The assistants" rows={3} empty={NONE_LIVE}>
        {(flows) =>
          flows.map(({ _id: flowId, name, publishedVersion }) => (
            <Button
              key={flowId}
              icon={Bot}
              busy={start.isPending && start.variables.flowId === flowId}
              disabledReason={offlineReason(offline, 'Handing over')}
              onClick={() => !start.isPending && start.mutate({ flowId, name })}
              className="pointer-coarse:h-11"
            >
              <span className="min-w-0 truncate">
                <bdi>{name}</bdi>
                {publishedVersion !== null && `, version ${publishedVersion}`}
              </span>
            </Button>
          ))
        }
      </QueryState>
    </div>
  )
}
