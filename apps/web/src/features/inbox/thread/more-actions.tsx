import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { AlarmClockOff, Ban, Bot, Clock, Ellipsis, MailOpen, Star, UserCheck, UserPlus } from 'lucide-react'
import type { Colleague } from '../../../parts/use-colleagues.ts'
import { squareLook } from '../../../ui/button-look.rules.ts'
import { Menu } from '../../../ui/menu.tsx'
import type { MenuEntry } from '../../../ui/menu-panel.tsx'
import type { ConversationAction } from '../conversation-actions.rules.ts'
import type { PanelDialog } from '../panel/panel-dialogs.tsx'

interface MoreActionsProps {
  conversation: Conversation
  me: Colleague
  phone: boolean
  /** The menu holds all actions, because there is no room for buttons beside it. */
  all: boolean
  onAct: (action: ConversationAction) => void
  onDialog: (dialog: PanelDialog) => void
}

/** The menu of rare actions; without room in the header it holds all others too. */
export function MoreActions({ all, ...props }: MoreActionsProps) {
  const { phone } = props
  return (
    <Menu
      label="More actions"
      align="end"
      className={squareLook('ghost', phone ? 'touch' : 'sm')}
      content={<Ellipsis aria-hidden size={phone ? 20 : 14} strokeWidth={1.75} />}
      entries={
        all ? [assignEntry(props), ...commonEntries(props), ...rareEntries(props, true)] : rareEntries(props, false)
      }
    />
  )
}

type EntryProps = Omit<MoreActionsProps, 'all'>

function commonEntries({ conversation, me, onAct, onDialog }: EntryProps): MenuEntry[] {
  const { id: conversationId, starredBy, snoozedUntil } = conversation
  const starred = starredBy.includes(me._id)
  const wake = () => onAct({ kind: 'snooze', conversationId, until: null })
  return [
    {
      label: starred ? 'Remove the star' : 'Star conversation',
      icon: Star,
      onSelect: () => onAct({ kind: starred ? 'unstar' : 'star', conversationId }),
    },
    { label: 'Mark as unread', icon: MailOpen, onSelect: () => onAct({ kind: 'markUnread', conversationId }) },
    { label: 'Snooze…', icon: Clock, onSelect: () => onDialog('snooze') },
    ...(snoozedUntil === null ? [] : [{ label: 'Wake now', icon: AlarmClockOff, onSelect: wake }]),
  ]
}

function rareEntries({ conversation, onDialog }: EntryProps, separated: boolean): MenuEntry[] {
  const { bot, patientId, phoneNumber, smsStatus } = conversation
  const patient = patientId === null ? 'Assign to a patient…' : 'Move to another patient…'
  const block = {
    label: `${smsStatus === 'blocked' ? 'Unblock' : 'Block'} ${displayPhone(phoneNumber)}…`,
    icon: Ban,
    danger: smsStatus !== 'blocked',
    onSelect: () => onDialog('block'),
  }
  return [
    { label: patient, icon: UserPlus, separated, onSelect: () => onDialog('patient') },
    ...(bot ? [] : [{ label: 'Hand to an assistant…', icon: Bot, onSelect: () => onDialog('bot') }]),
    ...(phoneNumber.replace(/\D/g, '').length < 10 ? [] : [block]),
  ]
}

function assignEntry({ onDialog }: EntryProps): MenuEntry {
  return { label: 'Assign…', icon: UserCheck, onSelect: () => onDialog('assign') }
}
