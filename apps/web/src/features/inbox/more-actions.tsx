import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { Ellipsis, MailOpen, Star, UserCheck } from 'lucide-react'
import { squareLook } from '../../ui/button-look.rules.ts'
import { Menu } from '../../ui/menu.tsx'
import type { ConversationAction } from './conversation-actions.rules.ts'
import type { Colleague } from './use-colleagues.ts'

interface MoreActionsProps {
  conversation: Conversation
  colleagues: readonly Colleague[]
  me: Colleague
  phone: boolean
  onAct: (action: ConversationAction) => void
}

/** Where a header has no room for them side by side. */
export function MoreActions({ conversation, colleagues, me, phone, onAct }: MoreActionsProps) {
  const { id: conversationId, starredBy, staffAssigned } = conversation
  const starred = starredBy.includes(me._id)
  const assigned = staffAssigned[0]?._id
  const assign = (staff: Colleague | null) => () =>
    onAct({ kind: 'assign', conversationId, staff: staff && { _id: staff._id, name: staff.name } })
  const others = colleagues.filter(({ _id }) => _id !== me._id)
  return (
    <Menu
      label="More actions"
      content={<Ellipsis aria-hidden size={phone ? 20 : 16} strokeWidth={1.75} />}
      className={squareLook('ghost', phone ? 'touch' : 'md')}
      align="end"
      entries={[
        {
          label: starred ? 'Remove the star' : 'Star conversation',
          icon: Star,
          onSelect: () => onAct({ kind: starred ? 'unstar' : 'star', conversationId }),
        },
        {
          label: 'Mark as unread',
          icon: MailOpen,
          onSelect: () => onAct({ kind: 'markUnread', conversationId }),
        },
        { label: 'Assign to you', icon: UserCheck, separated: true, chosen: assigned === me._id, onSelect: assign(me) },
        ...others.map((one) => ({
          label: `Assign to ${one.name}`,
          icon: UserCheck,
          chosen: assigned === one._id,
          onSelect: assign(one),
        })),
        { label: 'Unassigned', icon: UserCheck, chosen: assigned === undefined, onSelect: assign(null) },
      ]}
    />
  )
}
