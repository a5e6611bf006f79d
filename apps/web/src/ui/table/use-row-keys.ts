import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { type Selected, withRange, withToggled } from './selection.rules.ts'

interface RowKeys {
  root: RefObject<HTMLElement | null>
  order: readonly string[]
  selected: Selected | undefined
  onSelect: ((ids: Selected) => void) | undefined
  onOpen: ((index: number) => void) | undefined
}

/** Renders a row that is far away, then calls `drawn`. */
export type Reach = (index: number, drawn: () => void) => void

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/**
 * The rows are one Tab stop. Arrows, Home and End move between them, Enter opens, Space selects, and Shift selects
 * every row up to the new one.
 */
export function useRowKeys({ root, order, selected, onSelect, onOpen }: RowKeys) {
  const [last, setLast] = useState<string | null>(null)
  const anchor = useRef<string | null>(null)
  const reach = useRef<Reach | null>(null)
  const current = last !== null && order.includes(last) ? last : order[0]

  function focus(index: number) {
    const find = () => root.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`)
    const row = find()
    if (row) row.focus()
    else reach.current?.(index, () => find()?.focus())
  }

  function toggle(id: string, range: boolean) {
    if (!selected || !onSelect) return
    onSelect(range ? withRange(selected, order, anchor.current, id) : withToggled(selected, id))
    anchor.current = id
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const row = event.target as HTMLElement
    // A key pressed in a control belongs to the control.
    if (row.tagName !== 'TR' || event.ctrlKey || event.metaKey || event.altKey) return
    const at = Number(row.dataset.index)
    const id = order[at]
    const step = STEPS[event.key]
    if (id === undefined) return
    if (step) {
      const next = step(at, order.length - 1)
      if (event.shiftKey && selected && onSelect) {
        anchor.current ??= id
        onSelect(withRange(selected, order, anchor.current, order[next] ?? id))
      }
      focus(next)
    } else if (event.key === 'Enter' && onOpen) onOpen(at)
    else if (event.key === ' ' && onSelect) toggle(id, event.shiftKey)
    else return
    event.preventDefault()
  }

  return { current, reach, toggle, onKeyDown, onFocus: setLast }
}
