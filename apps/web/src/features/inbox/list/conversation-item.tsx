import { type ComponentPropsWithRef, type MouseEvent, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Components, ItemProps } from 'react-virtuoso'
import type { ConversationAction } from '../conversation-actions.rules.ts'
import type { RowLink } from '../use-inbox-address.ts'
import type { ListActor } from './conversation-list.machine.ts'
import { ConversationRow, type RowView } from './conversation-row.tsx'
import type { Row } from './list-model.rules.ts'
import { ListEnd } from './list-states.tsx'
import { rowActions } from './row-actions.rules.ts'
import { RowCheckbox } from './row-checkbox.tsx'
import { focusComposer, openRowMenu } from './row-focus.ts'
import { RowMenu } from './row-menu.tsx'
import { RowUnderlay } from './row-underlay.tsx'
import type { SelectionActor } from './selection.machine.ts'
import { useSwipe } from './use-swipe.ts'

/** What all rows of the list share. */
export interface ListView {
  view: RowView
  total: number
  rowHeight: number
  linkTo: (conversationId: string) => RowLink
  /** The one row that the Tab key stops at; the arrows lead on from there. */
  entryId: string | undefined
  list: ListActor
  selection: SelectionActor
  selected: ReadonlySet<string>
  order: () => readonly string[]
  atEnd: boolean
  moreFailed: boolean
  search: string
  onSearchMessages: () => void
  onAct: (action: ConversationAction) => void
  offline: boolean
  onRowFocus: (conversationId: string) => void
}

interface ContextProps {
  context: ListView
}

/** What the virtual list is made of. */
export const listParts: Components<Row, ListView> = { List, Item, Footer }

function List({ context: _, ...props }: ComponentPropsWithRef<'div'> & ContextProps) {
  // biome-ignore lint/a11y/useSemanticElements: the virtual list measures a div
  return <div {...props} role="list" aria-label="Conversations" />
}

function Item({ item, context, children: _, ...props }: ItemProps<Row> & ContextProps) {
  const { conversation, selected } = item
  const { selection, order, onAct } = context
  const { id } = conversation
  const picked = context.selected.has(id)
  const reached = context.entryId === id
  const actions = rowActions(conversation, context.view.userId, context.offline)
  const place = useSlide(props['data-index'], context.rowHeight, item.fresh)
  const row = useRef<HTMLDivElement>(null)
  const toggle = () => selection.send({ type: 'row.toggled', id })
  const openMenu = () => place.current && openRowMenu(place.current)
  const { view, handlers, takesClick } = useSwipe({
    row,
    sides: { right: actions.unread !== null, left: actions.close !== null },
    onSwipe: (side) => {
      const done = side === 'right' ? actions.unread : actions.close
      if (done) onAct(done.action)
    },
    onLongPress: openMenu,
  })

  function press(event: MouseEvent) {
    if (event.shiftKey) {
      event.preventDefault()
      selection.send({ type: 'range.extended', to: id, order: order() })
    } else if (event.detail === 0 && selected) focusComposer()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div
      {...props}
      ref={place}
      role="listitem"
      aria-posinset={props['data-index'] + 1}
      aria-setsize={context.total}
      aria-current={selected || undefined}
      data-conversation-id={conversation.id}
      className="group/row relative overflow-hidden"
    >
      <RowUnderlay view={view} actions={actions} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: fingers draw it aside; all of that is in the row's menu */}
      <div
        ref={row}
        {...handlers}
        onContextMenu={(event) => {
          event.preventDefault()
          openMenu()
        }}
        onClickCapture={(event) => {
          if (!takesClick()) return
          event.preventDefault()
          event.stopPropagation()
        }}
        className="relative touch-pan-y bg-surface pointer-coarse:select-none [-webkit-touch-callout:none]"
      >
        <Link
          {...context.linkTo(conversation.id)}
          draggable={false}
          // By keyboard, and already open: what is left to do is to write.
          // A range is selected, and not the text between.
          onMouseDown={(event) => event.shiftKey && event.preventDefault()}
          onClick={press}
          tabIndex={reached ? 0 : -1}
          onFocus={() => context.onRowFocus(conversation.id)}
          className="focus-inset block"
        >
          <ConversationRow {...context.view} {...item} picked={picked} />
        </Link>
        <RowCheckbox
          name={conversation.name}
          picked={picked}
          shown={context.selected.size > 0}
          onToggle={toggle}
          onRange={() => selection.send({ type: 'range.extended', to: id, order: order() })}
        />
      </div>
      <RowMenu {...{ conversation, actions, reached, picked, onAct }} onPick={toggle} />
    </div>
  )
}

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
