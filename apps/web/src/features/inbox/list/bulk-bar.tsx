import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { useSelector } from '@xstate/react'
import { clsx } from 'clsx'
import { Check, ListChecks, type LucideIcon, Mail, MailOpen, Star, Tag, UserCheck } from 'lucide-react'
import { useEffect } from 'react'
import type { Colleague } from '../../../parts/use-colleagues.ts'
import { offlineWords } from '../../../parts/use-offline.ts'
import { Menu } from '../../../ui/menu.tsx'
import type { MenuEntry } from '../../../ui/menu-panel.tsx'
import { BAR_BUTTON, SelectionBar } from '../../../ui/selection-bar.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import type { BulkAsked } from '../keys.rules.ts'
import { requestChoices } from '../request-choices.rules.ts'
import { requestIcon } from '../request-label.tsx'
import { openFirstVisible } from '../thread/open-list.ts'
import { type BulkAction, bulkLabel, isUnchanged } from './bulk.rules.ts'
import type { ListActor } from './conversation-list.machine.ts'
import { displayedConversation } from './list-model.rules.ts'
import { focusEntryRow } from './row-focus.ts'
import type { SelectionActor } from './selection.machine.ts'

interface BulkBarProps {
  list: ListActor
  selection: SelectionActor
  colleagues: readonly Colleague[]
  me: Colleague
  offline: boolean
  /** The list that a key asked for; null for none. */
  asked?: BulkAsked | null
  onAnswered?: () => void
}

/** The bar of bulk actions. Each button says how many of the selected conversations its action would not change. */
export function BulkBar({ list, selection, colleagues, me, offline, asked = null, onAnswered }: BulkBarProps) {
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
  const listOf = (name: BulkAsked['what'], icon: LucideIcon, label: string, heading: string, entries: MenuEntry[]) => (
    <BarList {...{ name, icon, label, heading, entries, offline, busy }} />
  )
  useAsked(asked, onAnswered)
  useFocusKept(busy)
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
      {listOf('assign', UserCheck, 'Assign', `Assign ${chosen.length} to`, [
        { label: 'You', onSelect: () => act({ type: 'assign', user: me._id }) },
        ...colleagues
          .filter(({ _id }) => _id !== me._id)
          .map(({ _id, name }) => ({ label: name, onSelect: () => act({ type: 'assign', user: _id }) })),
        { label: 'Unassigned', separated: true, onSelect: () => act({ type: 'assign', user: null }) },
      ])}
      {listOf('request', Tag, 'Set the request type', `Request type of ${chosen.length}`, requestEntries(act))}
      {buttonFor(Check, 'Close', { type: 'close', status: 'resolved' })}
    </SelectionBar>
  )
}

const requestEntries = (act: (action: BulkAction) => void): MenuEntry[] =>
  requestChoices.map(({ value, label }) => ({
    label,
    ...(value === null ? { separated: true } : { icon: requestIcon(value) }),
    onSelect: () => act({ type: 'request', requestType: value }),
  }))

interface BarListProps {
  name: BulkAsked['what']
  icon: LucideIcon
  label: string
  heading: string
  entries: readonly MenuEntry[]
  offline: boolean
  busy: boolean
}

function BarList({ name, icon: Icon, label, heading, entries, offline, busy }: BarListProps) {
  const content = <Icon aria-hidden size={16} strokeWidth={1.75} />
  if (offline || busy)
    return (
      <Tooltip text={offline ? offlineWords() : label} side="above">
        <button type="button" aria-label={label} aria-disabled className={BAR_BUTTON}>
          {content}
        </button>
      </Tooltip>
    )
  return (
    <span data-opens={`bulk-${name}`} className="contents">
      <Menu {...{ label, content, heading, entries }} className={BAR_BUTTON} align="end" />
    </span>
  )
}

/** Opens the list that a key asked for. */
function useAsked(asked: BulkAsked | null, onAnswered: (() => void) | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once per request, not again when the callback changes
  useEffect(() => {
    if (asked === null) return
    openFirstVisible([`bulk-${asked.what}`], document, asked.from)
    onAnswered?.()
  }, [asked])
}

/** Moves a focus that the bar loses, by an action or its end, to the row that the Tab key stops at. */
function useFocusKept(busy: boolean): void {
  useEffect(() => {
    const restore = () =>
      void requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusEntryRow()
      })
    if (busy) restore()
    return restore
  }, [busy])
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
