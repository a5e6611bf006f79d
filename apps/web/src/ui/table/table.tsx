import { clsx } from 'clsx'
import { type MouseEvent, Suspense, useRef } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import type { Column, Sort } from './columns.ts'
import { HeadRow } from './head-row.tsx'
import { PlainTable, type TableModel } from './plain-table.tsx'
import { RowCell, SelectCell } from './row-cell.tsx'
import { allToggled } from './selection.rules.ts'
import { useRowKeys } from './use-row-keys.ts'
import type { Selection } from './use-selection.ts'

/** The longest table whose rows are all rendered; a longer one renders only the visible rows. */
const LONG = 100

const LongTable = lazyPart(async () => (await import('./long-table.tsx')).LongTable)

export interface TableProps<Row> {
  /** The accessible name. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** The row's name in "Select NAME". */
  rowName?: (row: Row) => string
  /** The attribute with the row's id: "data-appointment-id". */
  idAttribute?: `data-${string}`
  sort?: Sort
  onSort?: (sort: Sort) => void
  selection?: Selection
  onOpen?: (row: Row) => void
  /** The row that is open beside the table. */
  currentId?: string | null
  /** True for a row that just changed, which is highlighted. */
  isFresh?: (row: Row) => boolean
  /** For many columns: the table is stacked on tablets too. */
  wide?: boolean
}

/** A real table with columns as data. In a narrow container its cells are stacked. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowId, rowName, idAttribute, selection, onOpen, currentId, isFresh, wide } = props
  const root = useRef<HTMLDivElement>(null)
  const order = rows.map(rowId)
  const open = (index: number) => {
    const row = rows[index]
    if (row !== undefined) onOpen?.(row)
  }
  const keys = useRowKeys({
    root,
    order,
    selected: selection?.ids,
    onSelect: selection?.change,
    onOpen: onOpen && open,
  })
  const hasKeys = onOpen !== undefined || selection !== undefined

  const model: TableModel = {
    label,
    count: rows.length,
    widths: [...(selection ? ['2.75rem'] : []), ...columns.map(({ width }) => width)],
    rowKey: (index) => order[index] ?? index,
    reach: keys.reach,
    head: (
      <HeadRow
        columns={columns}
        sort={props.sort}
        onSort={props.onSort}
        all={
          selection && {
            checked: order.length > 0 && selection.ids.size === order.length,
            some: selection.ids.size > 0,
            onToggle: () => selection.change(allToggled(selection.ids, order)),
          }
        }
      />
    ),
    onKeyDown: keys.onKeyDown,
    row: (index) => {
      const row = rows[index] as Row
      const id = order[index] ?? ''
      const isSelected = selection?.ids.has(id) ?? false
      return {
        ...(idAttribute && { [idAttribute]: id }),
        ...(hasKeys && { tabIndex: id === keys.current ? 0 : -1, onFocus: () => keys.onFocus(id) }),
        ...(onOpen && { onClick: (event: MouseEvent) => !isControl(event.target) && open(index) }),
        'aria-current': currentId === id || undefined,
        className: clsx(
          'focus-inset group/row stacked:grid stacked:grid-cols-[auto_auto_minmax(0,1fr)_auto] stacked:px-4 stacked:py-3',
          'stacked:border-b stacked:border-line stacked:last:border-b-0',
          onOpen && 'cursor-pointer hover:bg-hover',
          currentId === id ? 'bg-selected' : isSelected ? 'bg-selected-soft' : isFresh?.(row) && 'bg-marker-soft',
        ),
      }
    },
    cells: (index) => {
      const row = rows[index] as Row
      const id = order[index] ?? ''
      return (
        <>
          {selection && (
            <SelectCell
              label={`Select ${rowName?.(row) ?? id}`}
              checked={selection.ids.has(id)}
              onToggle={(range) => keys.toggle(id, range)}
            />
          )}
          {columns.map((column) => (
            <RowCell key={column.id} column={column} row={row} />
          ))}
        </>
      )
    },
  }
  const plain = <PlainTable model={model} />
  return (
    <div ref={root} className={wide ? 'table-room-wide' : 'table-room'}>
      {rows.length > LONG ? (
        <Suspense fallback={plain}>
          <LongTable model={model} />
        </Suspense>
      ) : (
        plain
      )}
    </div>
  )
}

/** A press on a link, button or field inside a row is not a press on the row. */
function isControl(target: EventTarget): boolean {
  return (
    target instanceof Element && target.closest('a, button, input, select, textarea, label, [role=option]') !== null
  )
}
