import { type ComponentPropsWithRef, type MouseEvent, memo, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Components, ItemProps } from 'react-virtuoso'
import type { RowLink } from '../use-inbox-address.ts'
import type { ListActor } from './conversation-list.machine.ts'
import { ConversationRow, type RowView } from './conversation-row.tsx'
import type { Row } from './list-model.rules.ts'
import { ListEnd, SkeletonRow } from './list-states.tsx'
import { RowCheckbox } from './row-checkbox.tsx'
import { focusComposer } from './row-focus.ts'
import type { SelectionActor } from './selection.machine.ts'

/** What all rows share, and what changes seldom. */
interface Shared {
  view: RowView
  linkTo: (conversationId: string) => RowLink
  selection: SelectionActor
  order: () => readonly string[]
  onRowFocus: (conversationId: string) => void
}

/** What the list is drawn from. */
export interface ListView {
  shared: Shared
  /** Those that are held, and how many before them are not. */
  rows: readonly Row[]
  above: number
  total: number
  rowHeight: number
  /** What a row's number is counted from, as far as its moving goes. */
  origin: number
  /** The one row that the Tab key stops at; the arrows lead on from there. */
  entryId: string | undefined
  list: ListActor
  selected: ReadonlySet<string>
  atEnd: boolean
  moreFailed: boolean
  search: string
  onSearchMessages: () => void
}

interface ContextProps {
  context: ListView
}

/** What the virtual list is made of. */
export const listParts: Components<unknown, ListView> = { List, Item, Footer }

function List({ context: _, ...props }: ComponentPropsWithRef<'div'> & ContextProps) {
  // biome-ignore lint/a11y/useSemanticElements: the virtual list measures a div
  return <div {...props} role="list" aria-label="Conversations" />
}

/** A row; or, where it was let go, the room that it takes until it is there again. */
function Item({ item: _, context, children: __, ...props }: ItemProps<unknown> & ContextProps) {
  const row = context.rows[props['data-index'] - context.above]
  return row ? <RowItem {...props} {...{ row, context }} /> : <SkeletonRow {...props} aria-hidden />
}

type RowItemProps = Omit<ItemProps<unknown>, 'item' | 'children'> & ContextProps & { row: Row }

function RowItem({ row, context, ...props }: RowItemProps) {
  const { conversation, selected } = row
  const { id } = conversation
  const index = props['data-index']
  const place = useSlide(index - context.origin, context.rowHeight, row.fresh)
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div
      {...props}
      ref={place}
      role="listitem"
      aria-posinset={index + 1}
      aria-setsize={context.total}
      aria-current={selected || undefined}
      data-conversation-id={id}
      className="group/row relative"
    >
      <RowContent
        row={row}
        shared={context.shared}
        entry={context.entryId === id}
        picked={context.selected.has(id)}
        picking={context.selected.size > 0}
      />
    </div>
  )
}

interface RowContentProps {
  row: Row
  shared: Shared
  entry: boolean
  picked: boolean
  /** Some row is picked. */
  picking: boolean
}

/** Drawn again only when its own row changes: beside it others do all the time. */
const RowContent = memo(function RowContent({ row, shared, entry, picked, picking }: RowContentProps) {
  const { conversation, selected } = row
  const { id } = conversation
  const { view, linkTo, selection, order, onRowFocus } = shared
  const extend = () => selection.send({ type: 'range.extended', to: id, order: order() })
  function press(event: MouseEvent) {
    if (event.shiftKey) {
      event.preventDefault()
      extend()
    } else if (event.detail === 0 && selected) focusComposer()
  }
  return (
    <>
      <Link
        {...linkTo(id)}
        // By keyboard, and already open: what is left to do is to write.
        // A range is selected, and not the text between.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onClick={press}
        tabIndex={entry ? 0 : -1}
        onFocus={() => onRowFocus(id)}
        className="focus-inset block"
      >
        <ConversationRow {...view} {...row} picked={picked} />
      </Link>
      <RowCheckbox
        name={conversation.name}
        picked={picked}
        shown={picking}
        onToggle={() => selection.send({ type: 'row.toggled', id })}
        onRange={extend}
      />
    </>
  )
})

function Footer({ context }: ContextProps) {
  const { atEnd, moreFailed, list, search, onSearchMessages } = context
  const more = () => list.send({ type: 'more.requested' })
  return <ListEnd atEnd={atEnd} failed={moreFailed} onMore={more} {...{ search, onSearchMessages }} />
}

/** A row that took another place slides there, and one that is new comes in from above; all rows are equally high. */
function useSlide(index: number, rowHeight: number, fresh: boolean) {
  const element = useRef<HTMLDivElement>(null)
  const before = useRef<number | null>(null)
  useLayoutEffect(() => {
    const from = before.current ?? (fresh ? index - 1 : index)
    before.current = index
    const still = from === index || matchMedia('(prefers-reduced-motion: reduce)').matches
    if (still) return
    element.current?.animate([{ transform: `translateY(${(from - index) * rowHeight}px)` }, { transform: 'none' }], {
      duration: 260,
      easing: 'cubic-bezier(0.2, 0, 0, 1)',
    })
  }, [index, rowHeight, fresh])
  return element
}
