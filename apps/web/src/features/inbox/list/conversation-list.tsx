import { shallowEqual, useSelector } from '@xstate/react'
import { ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import type { RowLink } from '../use-inbox-address.ts'
import { type ListView, listParts } from './conversation-item.tsx'
import type { ListActor, ListContext } from './conversation-list.machine.ts'
import type { RowView } from './conversation-row.tsx'
import { totalOf } from './list-line.rules.ts'
import { ListEmpty, ListFailed, ListSkeleton } from './list-states.tsx'
import { focusRow } from './row-focus.ts'
import type { SelectionActor } from './selection.machine.ts'
import { useHeldPlace } from './use-held-place.ts'
import { useListAttention } from './use-list-attention.ts'

const ROWS_AHEAD = 5
const ROWS_BEHIND = 8

interface ConversationListProps extends RowView {
  list: ListActor
  selection: SelectionActor
  rowHeight: number
  linkTo: (conversationId: string) => RowLink
  onSearchEverywhere: () => void
  onSearchMessages: () => void
}

/** What of the list is drawn: what else changes in it, draws nothing. */
function drawnPart(context: ListContext) {
  const { rows, above, held, overflown, failed, atEnd, moreFailed, filters } = context
  return { rows, above, held, overflown, failed, atEnd, moreFailed, filters, total: totalOf(context) }
}

/** [INBOX-11] [INBOX-18] The scrolling list. It shows what the machine holds and reports what the hand does. */
export function ConversationList(props: ConversationListProps) {
  const { list, selection, rowHeight, linkTo, onSearchEverywhere, onSearchMessages } = props
  const { rows, above, total, held, failed, filters, ...drawn } = useSelector(
    list,
    ({ context }) => drawnPart(context),
    shallowEqual,
  )
  const selected = useSelector(selection, (state) => state.context.ids)
  const loading = useSelector(list, (state) => state.matches('loading'))
  const virtuoso = useRef<VirtuosoHandle>(null)
  const [focusedId, setFocusedId] = useState<string | null>(null)
  /** The row that gets the focus once it is there: it had been let go. */
  const awaited = useRef<number | null>(null)
  const isEmpty = failed || total === 0
  const place = useRef<HTMLDivElement>(null)
  const attention = useListAttention(list, place, isEmpty)
  const heldPlace = useHeldPlace({ virtuoso, rows, above, rowHeight, atTop: attention.atTop })

  function showHeld() {
    heldPlace.forget()
    list.send({ type: 'held.shown' })
    virtuoso.current?.scrollToIndex(0)
  }

  const moveFocus = useCallback(
    (index: number) => {
      const id = rows[index - above]?.conversation.id
      awaited.current = id === undefined ? index : null
      if (id === undefined) return virtuoso.current?.scrollToIndex(index)
      setFocusedId(id)
      virtuoso.current?.scrollIntoView({ index, done: () => focusRow(id) })
    },
    [rows, above],
  )
  useEffect(() => {
    if (awaited.current !== null && rows[awaited.current - above]) moveFocus(awaited.current)
  }, [rows, above, moveFocus])

  const order = useCallback(() => list.getSnapshot().context.rows.map(({ conversation }) => conversation.id), [list])

  function select(event: KeyboardEvent<HTMLElement>, next: number | null) {
    if (event.key === 'x' && focusedId !== null) selection.send({ type: 'row.toggled', id: focusedId })
    if (event.key === 'Escape' && selected.size > 0) {
      // It closes the selection, and not the thread as well.
      event.preventDefault()
      selection.send({ type: 'cleared' })
    }
    const to = next === null ? undefined : rows[next - above]?.conversation.id
    if (!event.shiftKey || to === undefined) return
    // The range begins at the row that one stood at.
    if (selected.size === 0 && focusedId !== null) selection.send({ type: 'row.toggled', id: focusedId })
    selection.send({ type: 'range.extended', to, order: order() })
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '.' && held > 0) return showHeld()
    const index = rows.findIndex((row) => row.conversation.id === focusedId)
    const next = nextIndex(event.key, index < 0 ? index : index + above, total)
    select(event, next)
    if (next === null) return
    event.preventDefault()
    moveFocus(next)
  }

  const entry = rows.find((row) => row.conversation.id === focusedId) ?? rows.find((row) => row.selected) ?? rows[0]
  const entryId = entry?.conversation.id
  const { now, timezone, userId, viewing, drafts } = props
  const view = useMemo(() => ({ now, timezone, userId, viewing, drafts }), [now, timezone, userId, viewing, drafts])
  const { atEnd, moreFailed } = drawn
  const paging = { list, total, atEnd, moreFailed, search: filters.search, onSearchMessages }
  const shared = { view, linkTo, selection, order, onRowFocus: setFocusedId }
  const { origin } = heldPlace
  const listView: ListView = { ...paging, shared, rows, above, origin, rowHeight, entryId, selected }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the list; what they move is the focus of its links
    <div ref={place} className="relative min-h-0 flex-1" onKeyDown={onKeyDown} {...attention.handlers}>
      {isEmpty ? (
        <div className="flex h-full flex-col">
          {failed && <ListFailed onRetry={() => list.send({ type: 'retry.requested' })} />}
          {!failed && loading && <ListSkeleton />}
          {!failed && !loading && <ListEmpty filters={filters} {...{ onSearchEverywhere, onSearchMessages }} />}
        </div>
      ) : (
        <Virtuoso
          ref={virtuoso}
          className="scrollbar-quiet h-full"
          totalCount={total}
          context={listView}
          components={listParts}
          computeItemKey={keyOf}
          fixedItemHeight={rowHeight}
          increaseViewportBy={{ top: ROWS_BEHIND * rowHeight, bottom: ROWS_AHEAD * rowHeight }}
          atTopStateChange={attention.setAtTop}
          rangeChanged={({ startIndex: from, endIndex: to }) => {
            heldPlace.remember({ from, to })
            list.send({ type: 'view.moved', from, to })
          }}
          tabIndex={-1}
        />
      )}
      {!isEmpty && held > 0 && <HeldPill count={held} more={drawn.overflown} onPress={showHeld} />}
    </div>
  )
}

function keyOf(index: number, _: unknown, { rows, above }: ListView) {
  return rows[index - above]?.conversation.id ?? index
}

/** `more` came than were counted. */
function HeldPill({ count, more, onPress }: { count: number; more: boolean; onPress: () => void }) {
  const shown = more ? `${count}+` : `${count}`
  return (
    <button
      type="button"
      // One name for one and for many, so that whoever looks for it by its name finds it.
      aria-label={`${shown} new conversations`}
      onClick={onPress}
      className="absolute top-1.5 left-1/2 inline-flex h-8 -translate-x-1/2 items-center gap-1.5 rounded-full bg-ink px-3 text-xs font-semibold whitespace-nowrap text-surface shadow-pop pointer-coarse:h-11"
    >
      <ArrowUp aria-hidden size={14} />
      {count === 1 ? '1 new conversation' : `${shown} new conversations`}
    </button>
  )
}

/** Where the focus goes on a key, or null where the key means nothing here. */
function nextIndex(key: string, index: number, total: number): number | null {
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(index + 1, total - 1)
    case 'ArrowUp':
    case 'k':
      return Math.max(index - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return total - 1
    default:
      return null
  }
}
