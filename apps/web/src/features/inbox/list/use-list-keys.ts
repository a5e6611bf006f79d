import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { VirtuosoHandle } from 'react-virtuoso'
import { afterPaint } from '../../../lib/after-paint.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { useCommands } from '../../../parts/keyboard.tsx'
import { KEYS } from '../keys.rules.ts'
import type { ListActor } from './conversation-list.machine.ts'
import type { Row } from './list-model.rules.ts'
import { isSameView, type ListFilters } from './list-query.rules.ts'
import { totalOf } from './list-window.rules.ts'
import { focusRow, rowIdOf } from './row-focus.ts'
import type { SelectionActor } from './selection.machine.ts'

interface ListKeysOptions {
  list: ListActor
  selection: SelectionActor
  virtuoso: RefObject<VirtuosoHandle | null>
  rows: readonly Row[]
  /** The number of unloaded rows before `rows`. */
  above: number
  total: number
  /** Shows the rows that wait behind the pill. */
  onHeld: () => void
}

/** The keys of the list: the focused row, how it moves, and the selection that extends with it. */
export function useListKeys({ list, selection, virtuoso, rows, above, total, onHeld }: ListKeysOptions) {
  const [focusedId, setFocusedId] = useState<string | null>(null)
  /** The index of an unloaded row that gets the focus once it is loaded. */
  const awaited = useRef<number | null>(null)
  const lastFocus = useRef<{ id: string; index: number; filters: ListFilters } | null>(null)

  const moveFocus = useCallback(
    (index: number) => {
      const id = rows[index - above]?.conversation.id
      awaited.current = id === undefined ? index : null
      if (id === undefined) return virtuoso.current?.scrollToIndex(index)
      setFocusedId(id)
      if (virtuoso.current === null) return focusRow(id)
      virtuoso.current.scrollIntoView({ index, done: () => focusRow(id) })
    },
    [rows, above, virtuoso],
  )
  useEffect(() => {
    if (lastFocus.current)
      lastFocus.current.index = rowIndex({ rows, above }, lastFocus.current.id) ?? lastFocus.current.index
    if (awaited.current !== null && rows[awaited.current - above]) moveFocus(awaited.current)
  }, [rows, above, moveFocus])

  const order = useCallback(() => list.getSnapshot().context.rows.map(({ conversation }) => conversation.id), [list])

  const onRowFocus = useCallback(
    (id: string) => {
      const { context } = list.getSnapshot()
      // The Tab key stops at the row focused by keyboard. For a click this waits, because the click opens the row,
      // which comes first.
      if (document.activeElement?.matches(':focus-visible')) setFocusedId(id)
      else afterPaint(() => setFocusedId(rowIdOf(document.activeElement) ?? id))
      lastFocus.current = { id, index: rowIndex(context, id) ?? 0, filters: context.filters }
    },
    [list],
  )

  /**
   * Restores the focus of a lost row: to the row itself when it was moved, or to the one in its place when it was
   * removed.
   */
  const onRowLost = useStable((id: string) => {
    const { context } = list.getSnapshot()
    if (rowIndex(context, id) !== null) return focusRow(id)
    const index = lastFocus.current?.id === id ? lastFocusIndex(context) : null
    if (index !== null && total > 0) moveFocus(Math.min(index, total - 1))
  })

  /** The index where the focus was, if the list still has the same filters. */
  function lastFocusIndex({ filters }: { filters: ListFilters }): number | null {
    return lastFocus.current !== null && isSameView(lastFocus.current.filters, filters) ? lastFocus.current.index : null
  }

  function select(event: KeyboardEvent<HTMLElement>, next: number | null) {
    const none = selection.getSnapshot().context.ids.size === 0
    if (event.key === 'Escape' && !none) {
      // Escape clears the selection, and must not close the thread as well.
      event.preventDefault()
      selection.send({ type: 'cleared' })
    }
    const to = next === null ? undefined : rows[next - above]?.conversation.id
    if (!event.shiftKey || to === undefined) return
    // The range begins at the focused row.
    const at = rowIdOf(event.currentTarget.ownerDocument.activeElement) ?? focusedId
    if (none && at !== null) selection.send({ type: 'row.toggled', id: at })
    selection.send({ type: 'range.extended', to, order: order() })
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = rowIdOf(event.currentTarget.ownerDocument.activeElement) ?? focusedId
    const next = nextIndex(event.key, rowIndex({ rows, above }, at) ?? -1, total)
    select(event, next)
    // Without Shift the arrows are commands of the list.
    if (next === null || (event.key.startsWith('Arrow') && !event.shiftKey)) return
    event.preventDefault()
    moveFocus(next)
  }

  /** Moves from the focused row, else from the open one, else from the row focused last. */
  function step(by: 1 | -1, from: Element | null) {
    const { context } = list.getSnapshot()
    const places = [rowIdOf(from), context.selectedId, focusedId].map((id) => rowIndex(context, id))
    const index = places.find((place) => place !== null)
    // The row was removed, for example closed. The row that took its position counts as the next one.
    const gone = index === undefined ? lastFocusIndex(context) : null
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

/** The index of a loaded row; null for any other. */
function rowIndex({ rows, above }: { rows: readonly Row[]; above: number }, id: string | null): number | null {
  const index = id === null ? -1 : rows.findIndex(({ conversation }) => conversation.id === id)
  return index < 0 ? null : index + above
}

/** Fewer rows than most screens show at once. */
const PAGE_ROWS = 8

/** The index that a key moves the focus to, or null when the key has no meaning here. */
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
    // The browser's own paging would scroll the focused row out of view and remove it.
    case 'PageDown':
      return Math.min(index + PAGE_ROWS, total - 1)
    case 'PageUp':
      return Math.max(index - PAGE_ROWS, 0)
    default:
      return null
  }
}
