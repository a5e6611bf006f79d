import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { VirtuosoHandle } from 'react-virtuoso'
import { afterPaint } from '../../../lib/after-paint.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { useCommands } from '../../../parts/keyboard.tsx'
import { KEYS } from '../keys.rules.ts'
import type { ListActor } from './conversation-list.machine.ts'
import { totalOf } from './list-line.rules.ts'
import type { Row } from './list-model.rules.ts'
import { isSameView, type ListFilters } from './list-query.rules.ts'
import { focusRow, rowIdOf } from './row-focus.ts'
import type { SelectionActor } from './selection.machine.ts'

interface ListKeysParts {
  list: ListActor
  selection: SelectionActor
  virtuoso: RefObject<VirtuosoHandle | null>
  rows: readonly Row[]
  /** How many before them are let go. */
  above: number
  total: number
  /** Merges the rows that wait. */
  onHeld: () => void
}

/** What the keys do in the list: where the focus stands and goes, and the selection that goes with it. */
export function useListKeys({ list, selection, virtuoso, rows, above, total, onHeld }: ListKeysParts) {
  const [focusedId, setFocusedId] = useState<string | null>(null)
  /** The row that gets the focus once it is there: it had been let go. */
  const awaited = useRef<number | null>(null)
  const stood = useRef<{ id: string; index: number; filters: ListFilters } | null>(null)

  const moveFocus = useCallback(
    (index: number) => {
      const id = rows[index - above]?.conversation.id
      awaited.current = id === undefined ? index : null
      if (id === undefined) return virtuoso.current?.scrollToIndex(index)
      setFocusedId(id)
      virtuoso.current?.scrollIntoView({ index, done: () => focusRow(id) })
    },
    [rows, above, virtuoso],
  )
  useEffect(() => {
    if (stood.current) stood.current.index = placeOf({ rows, above }, stood.current.id) ?? stood.current.index
    if (awaited.current !== null && rows[awaited.current - above]) moveFocus(awaited.current)
  }, [rows, above, moveFocus])

  const order = useCallback(() => list.getSnapshot().context.rows.map(({ conversation }) => conversation.id), [list])

  const onRowFocus = useCallback(
    (id: string) => {
      const { context } = list.getSnapshot()
      // At which row the Tab key stops: whoever presses the mouse means something else, which comes first.
      if (document.activeElement?.matches(':focus-visible')) setFocusedId(id)
      // By then the keyboard may have gone on from there.
      else afterPaint(() => setFocusedId(rowIdOf(document.activeElement) ?? id))
      stood.current = { id, index: placeOf(context, id) ?? 0, filters: context.filters }
    },
    [list],
  )

  /** Its row was moved, and keeps it; it is out of sight; or it is gone, and the one in its place has it now. */
  const onRowLost = useStable((id: string) => {
    const { context } = list.getSnapshot()
    if (placeOf(context, id) !== null) return focusRow(id)
    const index = stood.current?.id === id ? goneFrom(context) : null
    if (index !== null && total > 0) moveFocus(Math.min(index, total - 1))
  })

  /** Where one stood, if this is still the list in which it was. */
  function goneFrom({ filters }: { filters: ListFilters }): number | null {
    return stood.current !== null && isSameView(stood.current.filters, filters) ? stood.current.index : null
  }

  function select(event: KeyboardEvent<HTMLElement>, next: number | null) {
    const none = selection.getSnapshot().context.ids.size === 0
    if (event.key === 'Escape' && !none) {
      // It closes the selection, and not the thread as well.
      event.preventDefault()
      selection.send({ type: 'cleared' })
    }
    const to = next === null ? undefined : rows[next - above]?.conversation.id
    if (!event.shiftKey || to === undefined) return
    // The range begins at the row that one stood at.
    const at = rowIdOf(event.currentTarget.ownerDocument.activeElement) ?? focusedId
    if (none && at !== null) selection.send({ type: 'row.toggled', id: at })
    selection.send({ type: 'range.extended', to, order: order() })
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = rowIdOf(event.currentTarget.ownerDocument.activeElement) ?? focusedId
    const next = nextIndex(event.key, placeOf({ rows, above }, at) ?? -1, total)
    select(event, next)
    // Without Shift the arrows are commands of the list.
    if (next === null || (event.key.startsWith('Arrow') && !event.shiftKey)) return
    event.preventDefault()
    moveFocus(next)
  }

  /** From the row one stands at, else from the open one, else from where one was last. */
  function step(by: 1 | -1, from: Element | null) {
    const { context } = list.getSnapshot()
    const places = [rowIdOf(from), context.selectedId, focusedId].map((id) => placeOf(context, id))
    const index = places.find((place) => place !== null)
    // The row is gone, as a closed one goes: the next is the one that has taken its place.
    const gone = index === undefined ? goneFrom(context) : null
    const next = gone === null ? (index ?? -1) + by : by === 1 ? gone : gone - 1
    moveFocus(Math.min(Math.max(next, 0), totalOf(context) - 1))
  }

  const holds = () => total > 0
  const next = { holds, run: (from: Element | null) => step(1, from) }
  const previous = { holds, run: (from: Element | null) => step(-1, from) }
  useCommands([
    { ...KEYS.next, ...next },
    { ...KEYS.rowBelow, ...next },
    { ...KEYS.previous, ...previous },
    { ...KEYS.rowAbove, ...previous },
    { ...KEYS.held, holds: () => list.getSnapshot().context.held > 0, run: onHeld },
    { ...KEYS.select, run: (from) => selection.send({ type: 'row.toggled', id: rowIdOf(from) ?? '' }) },
  ])

  return { focusedId, order, onRowFocus, onRowLost, onKeyDown }
}

/** Of a row that is held; null where it is not. */
function placeOf({ rows, above }: { rows: readonly Row[]; above: number }, id: string | null): number | null {
  const index = id === null ? -1 : rows.findIndex(({ conversation }) => conversation.id === id)
  return index < 0 ? null : index + above
}

/** Fewer than most screens show at once. */
const PAGE_ROWS = 8

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
    // The browser's own would scroll the row that has the focus out of sight, and away with it.
    case 'PageDown':
      return Math.min(index + PAGE_ROWS, total - 1)
    case 'PageUp':
      return Math.max(index - PAGE_ROWS, 0)
    default:
      return null
  }
}
