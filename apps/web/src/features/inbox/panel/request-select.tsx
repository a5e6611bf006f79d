import type { Conversation, RequestType } from '@foyer/contracts/inbox/conversation.ts'
import { Select } from '../../../ui/select.tsx'
import type { ConversationAction } from '../conversation-actions.rules.ts'
import { REQUESTS } from '../request-label.tsx'

/** The value of "None"; no request type is empty. */
const NONE = ''
const TYPES = Object.keys(REQUESTS) as RequestType[]
const CHOICES = [
  ...TYPES.map((value) => ({ value, label: REQUESTS[value].label })),
  { value: NONE, label: 'None' },
] as const

interface RequestSelectProps {
  conversation: Conversation
  onAct: (action: ConversationAction) => void
}

/** [STATE-27] Chooses the request type of the conversation; "None" clears it. */
export function RequestSelect({ conversation: { id, requestType }, onAct }: RequestSelectProps) {
  const { icon } = requestType === null ? { icon: undefined } : (REQUESTS[requestType] ?? REQUESTS.other)
  return (
    <Select<RequestType | typeof NONE>
      label="Request"
      size="sm"
      {...(icon ? { icon } : {})}
      value={requestType ?? NONE}
      choices={CHOICES}
      onChange={(value) => {
        const next = value === NONE ? null : value
        if (next !== requestType) onAct({ kind: 'request', conversationId: id, requestType: next })
      }}
      className="max-w-full pointer-coarse:h-11"
    />
  )
}
