import { shallowEqual, useSelector } from '@xstate/react'
import { ArrowUp } from 'lucide-react'
import { memo, Suspense, useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { VirtuosoHandle } from 'react-virtuoso'
import { useStable } from '../../../lib/use-stable.ts'
import { lazyPart, SaidInPlace } from '../../../ui/lazy-part.tsx'
import type { ConversationAction } from '../conversation-actions.rules.ts'
import type { HoldMark } from '../next/holds.rules.ts'
import type { RowLink } from '../use-inbox-address.ts'
import { type ListView, listParts, PlainRows } from './conversation-item.tsx'
import type { ListActor, ListContext } from './conversation-list.machine.ts'
import type { RowView } from './conversation-row.tsx'
import { ListFailed, ListSkeleton } from './list-states.tsx'
import { totalOf } from './list-window.rules.ts'
import type { SelectionActor } from './selection.machine.ts'
import { useListAttention } from './use-list-attention.ts'
import { useListKeys } from './use-list-keys.ts'
import { useScrollAnchor } from './use-scroll-anchor.ts'
import { useRenderPace, useStillness } from './use-stillness.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

const ListEmpty = lazyPart(async () => (await import('./list-empty.tsx')).ListEmpty, SaidInPlace)

const ROWS_AHEAD = 5
const ROWS_BEHIND = 8
/**
 * With more new rows than this, rows neither slide nor show a fading marker, because the list would move all the
 * time.
 */
const MOVING_MAX = 3

const NO_MARKS: ReadonlyMap<string, HoldMark> = new Map()

interface ConversationListProps extends RowView {
  list: ListActor
  selection: SelectionActor
  rowHeight: number
  /** The colleagues who are viewing the open conversation. */
  viewing: string | null
  /** Who is on which conversation by "Next patient". */
  marks?: ReadonlyMap<string, HoldMark>
  /** The user's unsent drafts, by conversation. */
  drafts: ReadonlyMap<string, string>
  linkTo: (conversationId: string) => RowLink
  onShowEverything: () => void
  onSearchMessages: () => void
  onAct: (action: ConversationAction) => void
  offline: boolean
}

/** The part of the context that is rendered. Other changes of the context cause no render. */
function renderedPart(context: ListContext) {
  const { rows, above, failures, met, paged, atEnd, moreFailed, filters, fresh, asked } = context
  const failed = failures > 0
  const busy = fresh.size > MOVING_MAX
  return { rows, above, failed, met, paged, atEnd, moreFailed, filters, busy, asked, total: totalOf(context) }
}

/** [INBOX-11] [INBOX-18] The scrolling list. It renders the state of the machine and reports what the user does. */
export const ConversationList = memo(function ConversationList(props: ConversationListProps) {
  const { list, selection, rowHeight, linkTo, onShowEverything, onSearchMessages, onAct, offline } = props
  const { rows, above, total, failed, met, paged, filters, atEnd, moreFailed, busy, asked } = useSelector(
    list,
    ({ context }) => renderedPart(context),
    shallowEqual,
  )
  const selected = useSelector(selection, (state) => state.context.ids)
  // An empty answer stays while the next search is under way.
  const loading = useSelector(list, (state) => state.matches('loading') && !isAnswerKept(state.context))
  const virtuoso = useRef<VirtuosoHandle>(null)
  const { Rows, again } = useVirtualRows()
  // The rows that are on the screen without the virtual list stay there when it takes over.
  const drawn = useRef(0)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (Rows === null || drawn.current === 0) return
    // The virtual list reports only ranges that differ from its first one, which these rows are.
    list.send({ type: 'view.moved', from: 0, to: drawn.current - 1 })
    drawn.current = 0
  }, [Rows, list])
  const isEmpty = total === 0
  const keys = useListKeys({ list, selection, virtuoso, rows, above, total, onHeld: showHeld })
  const attention = useListAttention(list, place, keys.onRowLost)
  const anchor = useScrollAnchor({ virtuoso, rows, above, rowHeight, atTop: attention.atTop })
  const { order, onRowFocus, focusedId } = keys

  const stillness = useStillness(list)
  const pace = useRenderPace(stillness)
  const navigate = useNavigate()
  const follow = useStable(({ to, ...options }: RowLink) => void navigate(to, options))
  const retry = () => list.send({ type: 'retry.requested' })

  function showHeld() {
    anchor.forget()
    list.send({ type: 'held.shown' })
    virtuoso.current?.scrollToIndex(0)
  }

  const entry = rows.find((row) => row.conversation.id === focusedId) ?? rows.find((row) => row.selected) ?? rows[0]
  const { now, timezone, openTime, userId, viewing, drafts, marks = NO_MARKS } = props
  const view = useMemo(() => ({ now, timezone, openTime, userId }), [now, timezone, openTime, userId])
  const shared = useMemo(
    () => ({ view, linkTo, follow, stillness, pace, selection, order, onRowFocus, onAct, offline }),
    [view, linkTo, follow, stillness, pace, selection, order, onRowFocus, onAct, offline],
  )
  const listView: ListView = {
    list,
    shared,
    rows,
    above,
    total,
    rowHeight,
    selected,
    viewing,
    marks,
    drafts,
    busy,
    atEnd,
    moreFailed,
    onSearchMessages,
    origin: anchor.origin,
    entryId: entry?.conversation.id,
    search: filters.search,
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the list, which move the focus of its links
    <div
      ref={place}
      className="relative flex min-h-0 flex-1 flex-col"
      onKeyDown={keys.onKeyDown}
      onScrollCapture={stillness.moved}
      {...attention.handlers}
    >
      {isEmpty ? (
        <div className="flex min-h-0 flex-1 flex-col">
          {failed && <ListFailed kept={paged} search={asked} {...{ offline, met }} onRetry={retry} />}
          {!failed && loading && <ListSkeleton />}
          {!failed && !loading && (
            <Suspense fallback={null}>
              <ListEmpty filters={filters} {...{ onShowEverything, onSearchMessages }} />
            </Suspense>
          )}
        </div>
      ) : Rows === null ? (
        <PlainRows context={listView} drawn={drawn} />
      ) : (
        <Rows
          ref={virtuoso}
          // Another search begins at its first row.
          key={filters.search}
          className="scrollbar-quiet min-h-0 flex-1"
          totalCount={total}
          {...(drawn.current > 0 && { initialItemCount: Math.min(drawn.current, total) })}
          context={listView}
          components={listParts}
          computeItemKey={keyOf}
          fixedItemHeight={rowHeight}
          increaseViewportBy={{ top: ROWS_BEHIND * rowHeight, bottom: ROWS_AHEAD * rowHeight }}
          atTopStateChange={attention.setAtTop}
          rangeChanged={({ startIndex: from, endIndex: to }) => {
            anchor.remember({ from, to })
            list.send({ type: 'view.moved', from, to })
          }}
          tabIndex={-1}
        />
      )}
      {!isEmpty && again && <SaidInPlace again={again} />}
      {!isEmpty && failed && <ListFailed kept search={asked} {...{ offline, met }} onRetry={retry} />}
      {!isEmpty && <HeldPill list={list} onPress={showHeld} />}
    </div>
  )
})

function isAnswerKept({ paged, asked }: ListContext): boolean {
  return paged && asked !== null
}

function keyOf(index: number, _: unknown, { rows, above }: ListView) {
  return rows[index - above]?.conversation.id ?? index
}

/** A component of its own, because the count changes with almost every event and the rows must not render for it. */
function HeldPill({ list, onPress }: { list: ListActor; onPress: () => void }) {
  const count = useSelector(list, (state) => state.context.held)
  // More conversations arrived than the count holds.
  const overflown = useSelector(list, (state) => state.context.overflown)
  if (count === 0) return null
  const name = `${count}${overflown ? '+' : ''} new conversations`
  return (
    <button
      type="button"
      // One name for any number, so that the button can be found by its name.
      aria-label={name}
      onClick={onPress}
      className="absolute top-1.5 left-1/2 inline-flex h-8 -translate-x-1/2 items-center gap-1.5 rounded-full bg-ink px-3 text-xs font-semibold whitespace-nowrap text-surface shadow-pop pointer-coarse:h-11"
    >
      <ArrowUp aria-hidden size={14} />
      {count === 1 ? '1 new conversation' : name}
    </button>
  )
}
