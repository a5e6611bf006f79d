import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { useSelector } from '@xstate/react'
import { clsx } from 'clsx'
import { Check, ListChecks, type LucideIcon, Mail, MailOpen, Star, UserCheck } from 'lucide-react'
import type { Colleague } from '../../../parts/use-colleagues.ts'
import { offlineWords } from '../../../parts/use-offline.ts'
import { Menu } from '../../../ui/menu.tsx'
import { BAR_BUTTON, SelectionBar } from '../../../ui/selection-bar.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { type BulkAction, bulkLabel, isUnchanged } from './bulk.rules.ts'
import type { ListActor } from './conversation-list.machine.ts'
import { displayedConversation } from './list-model.rules.ts'
import type { SelectionActor } from './selection.machine.ts'

interface BulkBarProps {
  list: ListActor
  selection: SelectionActor
  colleagues: readonly Colleague[]
  me: Colleague
  offline: boolean
}

/** The bar of bulk actions. Each button says how many of the selected conversations its action would not change. */
export function BulkBar({ list, selection, colleagues, me, offline }: BulkBarProps) {
  const ids = useSelector(selection, (state) => state.context.ids)
  const busy = useSelector(selection, (state) => state.matches('applying'))
  const context = useSelector(list, (state) => state.context)
  const all = context.rows.map(({ conversation }) => conversation)
  // Includes selected conversations whose rows are unloaded because the user scrolled far away.
  const chosen = [...ids].flatMap((id) => displayedConversation(context, id) ?? [])
  const clear = () => selection.send({ type: 'cleared' })
  const act = (action: BulkAction) => selection.send({ type: 'action.chosen', action })
  const buttonFor = (icon: LucideIcon, verb: string, action: BulkAction, filled = false) => (
    <Action {...{ icon, verb, action, filled, chosen, offline, busy }} userId={me._id} onPress={() => act(action)} />
  )
  const starred = chosen.length > 0 && chosen.every(({ starredBy }) => starredBy.includes(me._id))
  const anyUnread = chosen.some(({ unreadCount }) => unreadCount > 0)

  return (
    <SelectionBar label="Selected conversations" count={ids.size} busy={busy} onClear={clear}>
      {ids.size < all.length && (
        <Tooltip text={`Select all ${all.length} loaded`} side="above">
          <button
            type="button"
            aria-label={`Select all ${all.length} loaded`}
            aria-disabled={busy || undefined}
            onClick={() => selection.send({ type: 'all.selected', order: all.map(({ id }) => id) })}
            className={BAR_BUTTON}
          >
            <ListChecks aria-hidden size={16} strokeWidth={1.75} />
          </button>
        </Tooltip>
      )}
      {buttonFor(Star, starred ? 'Unstar' : 'Star', { type: starred ? 'unstar' : 'star' }, starred)}
      {buttonFor(anyUnread ? MailOpen : Mail, anyUnread ? 'Mark read' : 'Mark unread', {
        type: anyUnread ? 'markRead' : 'markUnread',
      })}
      {offline || busy ? (
        <Tooltip text={offline ? offlineWords() : 'Assign'} side="above">
          <button type="button" aria-label="Assign" aria-disabled className={BAR_BUTTON}>
            <UserCheck aria-hidden size={16} strokeWidth={1.75} />
          </button>
        </Tooltip>
      ) : (
        <Menu
          label="Assign"
          content={<UserCheck aria-hidden size={16} strokeWidth={1.75} />}
          className={BAR_BUTTON}
          align="end"
          heading={`Assign ${chosen.length} to`}
          entries={[
            { label: 'You', onSelect: () => act({ type: 'assign', user: me._id }) },
            ...colleagues
              .filter(({ _id }) => _id !== me._id)
              .map(({ _id, name }) => ({ label: name, onSelect: () => act({ type: 'assign', user: _id }) })),
            { label: 'Unassigned', separated: true, onSelect: () => act({ type: 'assign', user: null }) },
          ]}
        />
      )}
      {buttonFor(Check, 'Close', { type: 'close', status: 'resolved' })}
    </SelectionBar>
  )
}

interface ActionProps {
  icon: LucideIcon
  verb: string
  action: BulkAction
  filled: boolean
  chosen: readonly Conversation[]
  userId: string
  offline: boolean
  busy: boolean
  onPress: () => void
}

function Action({ icon: Icon, verb, action, filled, chosen, userId, offline, busy, onPress }: ActionProps) {
  const skipped = chosen.filter((conversation) => isUnchanged(action, conversation, userId)).length
  const label = bulkLabel(action, verb, chosen.length, skipped)
  const idle = !offline && !busy && skipped < chosen.length
  return (
    <Tooltip text={offline ? offlineWords() : label} side="above">
      <button
        type="button"
        aria-label={label}
        aria-disabled={!idle || undefined}
        onClick={idle ? onPress : undefined}
        className={BAR_BUTTON}
      >
        <Icon aria-hidden size={16} strokeWidth={1.75} className={clsx(filled && 'fill-current')} />
      </button>
    </Tooltip>
  )
}
