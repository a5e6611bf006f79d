import { useSelector } from '@xstate/react'
import { ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import { useCommands } from '../../../parts/keyboard.tsx'
import type { ConversationAction } from '../conversation-actions.rules.ts'
import { KEYS } from '../keys.rules.ts'
import type { RowLink } from '../use-inbox-address.ts'
import { listParts } from './conversation-item.tsx'
import type { ListActor } from './conversation-list.machine.ts'
import type { RowView } from './conversation-row.tsx'
import type { ListFilters } from './list-query.rules.ts'
import { ListEmpty, ListFailed, ListSkeleton } from './list-states.tsx'
import { focusRow, rowIdOf } from './row-focus.ts'
import type { SelectionActor } from './selection.machine.ts'
import { useListAttention } from './use-list-attention.ts'

/** The next page is asked for this many rows before the end. */
const ROWS_AHEAD = 5
const ROWS_BEHIND = 8

interface ConversationListProps extends RowView {
  list: ListActor
  selection: SelectionActor
  rowHeight: number
  linkTo: (conversationId: string) => RowLink
  onSearchEverywhere: () => void
  onSearchMessages: () => void
  onAct: (action: ConversationAction) => void
  offline: boolean
}

/** [INBOX-11] [INBOX-18] The scrolling list. It shows what the machine holds and reports what the hand does. */
export function ConversationList(props: ConversationListProps) {
  const { list, selection, rowHeight, linkTo, onSearchEverywhere, onSearchMessages, onAct, offline, ...view } = props
  const context = useSelector(list, (state) => state.context)
  const selected = useSelector(selection, (state) => state.context.ids)
  const loading = useSelector(list, (state) => state.matches('loading'))
  const virtuoso = useRef<VirtuosoHandle>(null)
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const { rows, held, failed } = context
  const isEmpty = rows.length === 0
  const place = useRef<HTMLDivElement>(null)
  const stood = useRef<{ index: number; filters: ListFilters } | null>(null)
  const attention = useListAttention(list, place, isEmpty)

  const retry = () => list.send({ type: 'retry.requested' })

  function showHeld() {
    list.send({ type: 'held.shown' })
    virtuoso.current?.scrollToIndex(0)
  }

  function moveFocus(index: number) {
    const id = rows[index]?.conversation.id
    if (id === undefined) return
    setFocusedId(id)
    virtuoso.current?.scrollIntoView({ index, done: () => focusRow(id) })
  }

  const order = () => list.getSnapshot().context.rows.map(({ conversation }) => conversation.id)

  function select(event: KeyboardEvent<HTMLElement>, next: number | null) {
    if (event.key === 'Escape' && selected.size > 0) {
      // It closes the selection, and not the thread as well.
      event.preventDefault()
      selection.send({ type: 'cleared' })
    }
    const to = next === null ? undefined : rows[next]?.conversation.id
    if (!event.shiftKey || to === undefined) return
    // The range begins at the row that one stood at.
    if (selected.size === 0 && focusedId !== null) selection.send({ type: 'row.toggled', id: focusedId })
    selection.send({ type: 'range.extended', to, order: order() })
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const index = rows.findIndex((row) => row.conversation.id === focusedId)
    const next = nextIndex(event.key, index, rows.length)
    select(event, next)
    // Without Shift the arrows are commands of the list.
    if (next === null || (event.key.startsWith('Arrow') && !event.shiftKey)) return
    event.preventDefault()
    moveFocus(next)
  }

  /** From the row one stands at, else from the open one, else from where one was last. */
  function step(by: 1 | -1, from: Element | null) {
    const { rows: now, selectedId, filters } = list.getSnapshot().context
    const indexOf = (id: string | null) => now.findIndex(({ conversation }) => conversation.id === id)
    const index = [rowIdOf(from), selectedId, focusedId].map(indexOf).find((one) => one >= 0)
    // The row is gone, as a closed one goes: the next is the one that has taken its place.
    const gone = index === undefined && stood.current?.filters === filters ? stood.current.index : null
    const next = gone === null ? (index ?? -1) + by : by === 1 ? gone : gone - 1
    moveFocus(Math.min(Math.max(next, 0), now.length - 1))
  }

  function onRowFocus(id: string) {
    setFocusedId(id)
    stood.current = { index: rows.findIndex(({ conversation }) => conversation.id === id), filters: context.filters }
  }

  const next = { holds: () => !isEmpty, run: (from: Element | null) => step(1, from) }
  const previous = { holds: () => !isEmpty, run: (from: Element | null) => step(-1, from) }
  useCommands([
    { ...KEYS.next, ...next },
    { ...KEYS.rowBelow, ...next },
    { ...KEYS.previous, ...previous },
    { ...KEYS.rowAbove, ...previous },
    { ...KEYS.held, holds: () => held > 0, run: showHeld },
    { ...KEYS.select, run: (from) => selection.send({ type: 'row.toggled', id: rowIdOf(from) ?? '' }) },
  ])

  const entry = rows.find((row) => row.conversation.id === focusedId) ?? rows.find((row) => row.selected) ?? rows[0]
  const { atEnd, moreFailed } = context
  const entryId = entry?.conversation.id
  const paging = { list, total: rows.length, atEnd, moreFailed, search: context.filters.search, onSearchMessages }
  const acting = { onAct, offline }
  const listView = { view, rowHeight, linkTo, entryId, selection, selected, order, onRowFocus, ...acting, ...paging }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the list; what they move is the focus of its links
    <div ref={place} className="relative flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown} {...attention.handlers}>
      {isEmpty ? (
        <div className="flex min-h-0 flex-1 flex-col">
          {failed && <ListFailed kept={false} onRetry={retry} />}
          {!failed && loading && <ListSkeleton />}
          {!failed && !loading && <ListEmpty filters={context.filters} {...{ onSearchEverywhere, onSearchMessages }} />}
        </div>
      ) : (
        <Virtuoso
          ref={virtuoso}
          className="scrollbar-quiet min-h-0 flex-1"
          data={rows}
          context={listView}
          components={listParts}
          computeItemKey={(_, row) => row.conversation.id}
          fixedItemHeight={rowHeight}
          increaseViewportBy={{ top: ROWS_BEHIND * rowHeight, bottom: ROWS_AHEAD * rowHeight }}
          endReached={() => list.send({ type: 'more.requested' })}
          atTopStateChange={attention.setAtTop}
          tabIndex={-1}
        />
      )}
      {!isEmpty && failed && <ListFailed kept onRetry={retry} />}
      {!isEmpty && held > 0 && <HeldPill count={held} onPress={showHeld} />}
    </div>
  )
}

function HeldPill({ count, onPress }: { count: number; onPress: () => void }) {
  return (
    <button
      type="button"
      // One name for one and for many, so that whoever looks for it by its name finds it.
      aria-label={`${count} new conversations`}
      onClick={onPress}
      className="absolute top-1.5 left-1/2 inline-flex h-8 -translate-x-1/2 items-center gap-1.5 rounded-full bg-ink px-3 text-xs font-semibold whitespace-nowrap text-surface shadow-pop pointer-coarse:h-11"
    >
      <ArrowUp aria-hidden size={14} />
      {count === 1 ? '1 new conversation' : `${count} new conversations`}
    </button>
  )
}

/** Where the focus goes on a key, or null where the key means nothing here. */
function nextIndex(key: string, index: number, total: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, total - 1)
    case 'ArrowUp':
      return Math.max(index - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return total - 1
    default:
      return null
  }
}
