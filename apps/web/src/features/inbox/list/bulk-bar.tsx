import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { useSelector } from '@xstate/react'
import { ChevronDown, ListChecks, Mail, MailOpen, Star } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Colleague } from '../../../parts/use-colleagues.ts'
import { offlineWords } from '../../../parts/use-offline.ts'
import { useOpeningHours } from '../../../parts/use-open-time.ts'
import { useTeams } from '../../../parts/use-teams.ts'
import type { MenuEntry } from '../../../ui/menu-panel.tsx'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import type { BulkAsked } from '../keys.rules.ts'
import { openFirstVisible } from '../thread/open-list.ts'
import { type BulkAction, bulkLabel, isUnchanged } from './bulk.rules.ts'
import { BarAction, BarList } from './bulk-controls.tsx'
import { type BulkListOf, bulkLists, statusEntries } from './bulk-entries.ts'
import { BulkSheet } from './bulk-sheet.tsx'
import type { ListActor } from './conversation-list.machine.ts'
import { displayedConversation } from './list-model.rules.ts'
import { focusEntryRow } from './row-focus.ts'
import type { SelectionActor } from './selection.machine.ts'

interface BulkBarProps {
  list: ListActor
  selection: SelectionActor
  organizationId: string
  colleagues: readonly Colleague[]
  me: Colleague
  phone: boolean
  offline: boolean
  now: Date
  timezone: string
  /** The list that a key asked for; null for none. */
  asked?: BulkAsked | null
  onAnswered?: () => void
}

/**
 * The bar of bulk actions, in words. Each button says how many of the selected conversations its action would not
 * change. On a phone the lists are one sheet.
 */
export function BulkBar(props: BulkBarProps) {
  const { list, selection, organizationId, colleagues, me, phone, offline, now, timezone } = props
  const { asked = null, onAnswered } = props
  const ids = useSelector(selection, (state) => state.context.ids)
  const busy = useSelector(selection, (state) => state.matches('applying'))
  const context = useSelector(list, (state) => state.context)
  const { data: teams } = useTeams(organizationId)
  const hours = useOpeningHours(organizationId)
  const all = context.rows.map(({ conversation }) => conversation)
  // Includes selected conversations whose rows are unloaded because the user scrolled far away.
  const chosen = [...ids].flatMap((id) => displayedConversation(context, id) ?? [])
  const apply = (action: BulkAction) => selection.send({ type: 'action.chosen', action })
  useAsked(asked, onAnswered)
  useFocusKept(busy)

  const lists = bulkLists({ count: ids.size, me, colleagues, teams, now, timezone, hours, apply })
  const selectAll = {
    label: `Select all ${all.length} loaded`,
    icon: ListChecks,
    onSelect: () => selection.send({ type: 'all.selected', order: all.map(({ id }) => id) }),
  }
  const more = [...markEntries(chosen, me._id, apply), ...(ids.size < all.length ? [selectAll] : [])]
  const close: BulkAction = { type: 'close', status: 'resolved' }
  const skipped = chosen.filter((conversation) => isUnchanged(close, conversation, me._id)).length
  const state = { busy, reason: offline ? offlineWords() : null }

  return (
    <SelectionBar
      label="Selected conversations"
      count={ids.size}
      busy={busy}
      onClear={() => selection.send({ type: 'cleared' })}
      words
    >
      <BarAction
        {...state}
        word="Close"
        label={bulkLabel(close, 'Close', chosen.length, skipped)}
        idle={skipped < chosen.length}
        onPress={() => apply(close)}
      />
      <BarList
        {...state}
        name="status"
        label="Close with another status"
        heading={`Close ${ids.size} as`}
        entries={statusEntries(apply)}
      >
        <ChevronDown aria-hidden size={14} />
      </BarList>
      {phone ? (
        <PhoneLists {...state} lists={lists} more={more} />
      ) : (
        <>
          {lists.map(({ word, ...one }) => (
            <BarList key={one.name} {...state} {...one}>
              {word}
            </BarList>
          ))}
          <BarList
            {...state}
            name="more"
            label="More for the selected ones"
            heading={`${ids.size} selected`}
            entries={more}
          >
            More
          </BarList>
        </>
      )}
    </SelectionBar>
  )
}

interface PhoneListsProps {
  lists: readonly BulkListOf[]
  more: readonly MenuEntry[]
  busy: boolean
  reason: string | null
}

/** One button opens a sheet with the names of the lists; a name leads to its entries. */
function PhoneLists({ lists, more, busy, reason }: PhoneListsProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <BarAction word="Actions" label="Actions" {...{ busy, reason }} idle onPress={() => setOpen(true)} />
      {open && <BulkSheet {...{ lists, more }} onClose={() => setOpen(false)} />}
    </>
  )
}

function markEntries(
  chosen: readonly Conversation[],
  userId: string,
  apply: (action: BulkAction) => void,
): MenuEntry[] {
  const starred = chosen.length > 0 && chosen.every(({ starredBy }) => starredBy.includes(userId))
  const anyUnread = chosen.some(({ unreadCount }) => unreadCount > 0)
  const entry = (verb: string, action: BulkAction, icon: typeof Star): MenuEntry => {
    const skipped = chosen.filter((conversation) => isUnchanged(action, conversation, userId)).length
    return { label: bulkLabel(action, verb, chosen.length, skipped), icon, onSelect: () => apply(action) }
  }
  return [
    entry(starred ? 'Unstar' : 'Star', { type: starred ? 'unstar' : 'star' }, Star),
    anyUnread ? entry('Mark read', { type: 'markRead' }, MailOpen) : entry('Mark unread', { type: 'markUnread' }, Mail),
  ]
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
