import type { Command } from '../../lib/commands.rules.ts'
import type { Selected } from '../../ui/table/selection.rules.ts'
import { withToggled } from '../../ui/table/selection.rules.ts'
import { useCommands } from '../keyboard.tsx'

/** A key that acts on the focused row, else on the open one. */
export interface RowKey<Row> {
  readonly id: string
  readonly title: string
  readonly keys: readonly string[]
  readonly holds?: (row: Row) => boolean
  readonly run: (row: Row) => void
}

interface RowKeys<Row> {
  /** "visit" */
  noun: string
  /** The attribute with the row's id: "data-appointment-id". */
  attribute: `data-${string}`
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** The row that is open beside the table. */
  openId: string | null
  selection?: { readonly ids: Selected; readonly change: (ids: Selected) => void }
  keys: readonly RowKey<Row>[]
}

/** The keys of a list in a table: J and K move, X selects, Escape clears the selection, others act on a row. */
export function useRowKeys<Row>({ noun, attribute, rows, rowId, openId, selection, keys }: RowKeys<Row>): void {
  const list = { group: 'Lists' } as const
  const idAt = (from: Element | null) => from?.closest(`[${attribute}]`)?.getAttribute(attribute) ?? null
  const rowOf = (from: Element | null) => {
    const id = idAt(from) ?? openId
    return rows.find((row) => rowId(row) === id)
  }

  function step(from: Element | null, steps: 1 | -1) {
    const at = rows.findIndex((row) => rowId(row) === idAt(from))
    const next = rows[at < 0 ? 0 : at + steps]
    if (next === undefined) return
    document.querySelector<HTMLElement>(`[${attribute}="${CSS.escape(rowId(next))}"]`)?.focus()
  }
  const move = (id: string, title: string, key: string, steps: 1 | -1): Command => ({
    ...{ ...list, id, title, keys: [key], onlyKey: true, repeats: true },
    holds: () => rows.length > 0,
    run: (from) => step(from, steps),
  })

  useCommands([
    move(`next ${noun}`, `Next ${noun}`, 'j', 1),
    move(`previous ${noun}`, `Previous ${noun}`, 'k', -1),
    ...(selection
      ? [
          {
            ...{ ...list, id: `select ${noun}`, title: `Select ${noun}`, keys: ['x'], onlyKey: true },
            holds: (from: Element | null) => idAt(from) !== null,
            run: (from: Element | null) => {
              const id = idAt(from)
              if (id !== null) selection.change(withToggled(selection.ids, id))
            },
          },
          {
            ...{ ...list, id: `clear ${noun}s`, title: 'Clear the selection', keys: ['escape'], onlyKey: true },
            holds: () => selection.ids.size > 0,
            run: () => selection.change(new Set()),
          },
        ]
      : []),
    ...keys.map(
      ({ id, title, keys: pressed, holds = () => true, run }): Command => ({
        ...{ ...list, id, title, keys: pressed },
        holds: (from) => {
          const row = rowOf(from)
          return row !== undefined && holds(row)
        },
        run: (from) => {
          const row = rowOf(from)
          if (row !== undefined) run(row)
        },
      }),
    ),
  ])
}
