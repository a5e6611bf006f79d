import type { Conversation, RequestType } from '@foyer/contracts/inbox/conversation.ts'
import { requestChoices } from '../../../parts/request-choices.rules.ts'
import { Select } from '../../../ui/select.tsx'
import type { ConversationAction } from '../conversation-actions.rules.ts'
import { requestIcon } from '../request-label.tsx'

/** The value of "None"; no request type is empty. */
const NONE = ''
const CHOICES = requestChoices.map(({ value, label }) => ({ value: value ?? NONE, label }) as const)

interface RequestSelectProps {
  conversation: Conversation
  onAct: (action: ConversationAction) => void
}

/** [STATE-27] Chooses the request type of the conversation; "None" clears it. */
export function RequestSelect({ conversation: { id, requestType }, onAct }: RequestSelectProps) {
  return (
    <Select<RequestType | typeof NONE>
      label="Request"
      size="sm"
      {...(requestType === null ? {} : { icon: requestIcon(requestType) })}
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
