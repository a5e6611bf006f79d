import {
  type ComponentPropsWithRef,
  type MouseEvent,
  memo,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import type { Components, ItemProps } from 'react-virtuoso'
import type { ConversationAction } from '../conversation-actions.rules.ts'
import type { HoldMark } from '../next/holds.rules.ts'
import type { RowLink } from '../use-inbox-address.ts'
import type { ListActor } from './conversation-list.machine.ts'
import { ConversationRow, type RowView } from './conversation-row.tsx'
import type { Row } from './list-model.rules.ts'
import { ListEnd, SkeletonRow } from './list-states.tsx'
import type { RenderPace } from './render-pace.ts'
import { rowActions } from './row-actions.rules.ts'
import { RowCheckbox } from './row-checkbox.tsx'
import { focusComposer, noteOpened, openRowMenu } from './row-focus.ts'
import { RowMenu } from './row-menu.tsx'
import { RowUnderlay } from './row-underlay.tsx'
import type { SelectionActor } from './selection.machine.ts'
import type { Stillness } from './stillness.ts'
import { useControlsReady, useMayRender } from './use-stillness.ts'
import { useSwipe } from './use-swipe.ts'

/** The values that all rows share. They change seldom. */
interface Shared {
  view: RowView
  linkTo: (conversationId: string) => RowLink
  follow: (link: RowLink) => void
  stillness: Stillness
  pace: RenderPace
  selection: SelectionActor
  order: () => readonly string[]
  onRowFocus: (conversationId: string) => void
  onAct: (action: ConversationAction) => void
  offline: boolean
}

/** The context that the virtual list passes to its items. */
export interface ListView {
  shared: Shared
  /** The rows that are loaded, and the number of unloaded rows before them. */
  rows: readonly Row[]
  above: number
  total: number
  rowHeight: number
  /** The row index that the slide animation counts from. */
  origin: number
  /** The row that the Tab key stops at. The arrow keys move on from it. */
  entryId: string | undefined
  list: ListActor
  selected: ReadonlySet<string>
  viewing: string | null
  marks: ReadonlyMap<string, HoldMark>
  drafts: ReadonlyMap<string, string>
  /** More rows have just arrived than can be followed by eye. */
  busy: boolean
  atEnd: boolean
  moreFailed: boolean
  search: string
  onSearchMessages: () => void
}

interface ContextProps {
  context: ListView
}

/** The components that the virtual list renders with. */
export const listParts: Components<unknown, ListView> = { List, Item, Footer }

/** The loaded rows, without the virtual list: until its code is there, and if it can't be loaded. */
export function PlainRows({ context, drawn }: ContextProps & { drawn: RefObject<number> }) {
  const { rows, above } = context
  useLayoutEffect(() => {
    drawn.current = rows.length
  }, [drawn, rows])
  return (
    <div className="scrollbar-quiet min-h-0 flex-1 overflow-y-auto">
      <List context={context}>
        {rows.map(({ conversation: { id } }, place) => {
          const index = above + place
          return (
            <Item
              key={id}
              data-index={index}
              data-item-index={index}
              data-known-size={context.rowHeight}
              item={undefined}
              context={context}
            />
          )
        })}
      </List>
      <Footer context={context} />
    </div>
  )
}

function List({ context: { busy }, ...props }: ComponentPropsWithRef<'div'> & ContextProps) {
  // biome-ignore lint/a11y/useSemanticElements: the virtual list measures a div
  return <div {...props} role="list" aria-label="Conversations" data-busy={busy || undefined} />
}

/** A row; or, while the row is unloaded, a placeholder of the same height. */
function Item({ item: _, context, children: __, ...props }: ItemProps<unknown> & ContextProps) {
  const { rows, above, origin, rowHeight, total, shared, entryId, selected, viewing, marks, drafts } = context
  const index = props['data-index']
  const row = rows[index - above]
  if (!row) return <SkeletonRow {...props} aria-hidden />
  const { id } = row.conversation
  return (
    <RowItem
      {...props}
      {...{ row, shared, total, rowHeight }}
      place={index - origin}
      entry={entryId === id}
      picked={selected.has(id)}
      picking={selected.size > 0}
      viewing={row.selected ? viewing : null}
      held={marks.get(id)?.words ?? null}
      draft={drafts.get(id)}
    />
  )
}

interface RowItemProps extends Omit<ItemProps<unknown>, 'item' | 'children'>, RowContentProps {
  total: number
  rowHeight: number
  /** The index of the row relative to the origin of the slide animation. */
  place: number
}

/** Memoized because other rows change all the time: a row renders again only when its own data changes. */
const RowItem = memo(function RowItem({ total, rowHeight, place, ...rest }: RowItemProps) {
  const { row, shared, entry, picked, picking, viewing, held, draft, ...props } = rest
  const slide = useSlide(place, rowHeight, row.fresh)
  // A row with the keyboard focus renders at once, because the focus needs an element.
  const drawn = useMayRender(shared.pace, entry || row.selected)
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div
      {...props}
      ref={slide}
      role="listitem"
      aria-posinset={props['data-index'] + 1}
      aria-setsize={total}
      aria-current={row.selected || undefined}
      data-conversation-id={row.conversation.id}
      // `contain` keeps a change in one row from causing a layout of the others.
      className="list-row relative overflow-hidden contain-content"
      style={drawn ? undefined : { height: rowHeight }}
    >
      {drawn && <RowContent {...{ row, shared, entry, picked, picking, viewing, held, draft }} />}
    </div>
  )
})

interface RowContentProps {
  row: Row
  shared: Shared
  entry: boolean
  picked: boolean
  /** Some row is picked. */
  picking: boolean
  viewing: string | null
  held: string | null
  draft: string | undefined
}

/**
 * Memoized apart from RowItem, because the row's index and the length of the list change more often than its
 * content.
 */
const RowContent = memo(function RowContent({ row, shared, entry, picked, picking, ...said }: RowContentProps) {
  const { conversation, selected } = row
  const { id } = conversation
  const { view, linkTo, follow, stillness, selection, order, onRowFocus, onAct, offline } = shared
  const actions = useMemo(() => rowActions(conversation, view.userId, offline), [conversation, view.userId, offline])
  const handy = useControlsReady(stillness)
  const drawn = useRef<HTMLDivElement>(null)
  const toggle = useCallback(() => selection.send({ type: 'row.toggled', id }), [selection, id])
  const extend = () => selection.send({ type: 'range.extended', to: id, order: order() })
  const openMenu = () => drawn.current?.parentElement && openRowMenu(drawn.current.parentElement)
  const swipe = useSwipe({
    row: drawn,
    sides: { right: actions.unread !== null, left: actions.close !== null },
    onSwipe: (side) => {
      const done = side === 'right' ? actions.unread : actions.close
      if (done) onAct(done.action)
    },
    onLongPress: openMenu,
  })

  function press(event: MouseEvent<HTMLAnchorElement>) {
    if (event.shiftKey) {
      event.preventDefault()
      extend()
    } else if (event.detail === 0 && selected) focusComposer()
    // With a modifier key the browser opens a new tab or window, or downloads.
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    noteOpened(id, event.detail === 0)
    follow(linkTo(id))
  }

  return (
    <>
      <RowUnderlay view={swipe.view} actions={actions} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only takes swipes, and the row's menu offers the same actions */}
      <div
        ref={drawn}
        {...swipe.handlers}
        onContextMenu={(event) => {
          event.preventDefault()
          openMenu()
        }}
        onClickCapture={(event) => {
          if (!swipe.takesClick()) return
          event.preventDefault()
          event.stopPropagation()
        }}
        className="relative touch-pan-y bg-surface pointer-coarse:select-none [-webkit-touch-callout:none]"
      >
        {/* A plain link: the router's own Link renders again in every row when the address changes. */}
        <a
          href={linkTo(id).to}
          draggable={false}
          // Shift selects a range of rows; without this the browser would also select the text between. Enter on the
          // open row moves the focus to the composer.
          onMouseDown={(event) => event.shiftKey && event.preventDefault()}
          onClick={press}
          tabIndex={entry ? 0 : -1}
          onFocus={() => onRowFocus(id)}
          className="focus-inset block"
        >
          <ConversationRow {...view} {...row} {...said} picked={picked} />
        </a>
        {(handy || picking) && (
          <RowCheckbox name={conversation.name} picked={picked} shown={picking} onToggle={toggle} onRange={extend} />
        )}
      </div>
      {handy && <RowMenu {...{ conversation, actions, picked, onAct }} reached={entry} onPick={toggle} />}
    </>
  )
})

function Footer({ context }: ContextProps) {
  const { atEnd, moreFailed, list, search, onSearchMessages } = context
  const more = () => list.send({ type: 'more.requested' })
  return <ListEnd atEnd={atEnd} failed={moreFailed} onMore={more} {...{ search, onSearchMessages }} />
}

/** Slides a row that took another position, and lets a new row come in from above. All rows are equally high. */
function useSlide(index: number, rowHeight: number, fresh: boolean) {
  const element = useRef<HTMLDivElement>(null)
  const before = useRef<number | null>(null)
  useLayoutEffect(() => {
    const from = before.current ?? (fresh ? index - 1 : index)
    before.current = index
    if (from === index || element.current?.closest('[data-busy]')) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    element.current?.animate([{ transform: `translateY(${(from - index) * rowHeight}px)` }, { transform: 'none' }], {
      duration: 260,
      easing: 'cubic-bezier(0.2, 0, 0, 1)',
    })
  }, [index, rowHeight, fresh])
  return element
}
