import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { UserCheck } from 'lucide-react'
import type { Colleague } from '../../../parts/use-colleagues.ts'
import { Select } from '../../../ui/select.tsx'
import type { ConversationAction } from '../conversation-actions.rules.ts'

/** The value of "Unassigned"; no staff id is empty. */
const NOBODY = ''

interface AssigneeSelectProps {
  conversation: Conversation
  colleagues: readonly Colleague[]
  me: Colleague
  onAct: (action: ConversationAction) => void
}

/** [INBOX-06] Chooses the staff member the conversation is assigned to. The user stands first. */
export function AssigneeSelect({ conversation: { id, staffAssigned }, colleagues, me, onAct }: AssigneeSelectProps) {
  const assigned = staffAssigned[0]
  // The user and the current assignee are choices even when the list of colleagues did not load.
  const known = new Map([me, ...(assigned ? [assigned] : []), ...colleagues].map((one) => [one._id, one]))
  const others = [...known.values()].filter(({ _id }) => _id !== me._id)
  const choices = [
    { value: me._id, label: 'You' },
    ...others.map(({ _id, name }) => ({ value: _id, label: name })),
    { value: NOBODY, label: 'Unassigned' },
  ]

  function choose(value: string) {
    const staff = known.get(value) ?? null
    if (staff === null && value !== NOBODY) return
    onAct({ kind: 'assign', conversationId: id, staff: staff && { _id: staff._id, name: staff.name } })
  }

  return (
    <Select
      label="Assigned to"
      size="sm"
      icon={UserCheck}
      value={assigned?._id ?? NOBODY}
      choices={choices}
      onChange={choose}
      className="max-w-36"
    />
  )
}
