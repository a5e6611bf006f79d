import { clsx } from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type Column, type Sort, sortAfterPress } from './columns.ts'
import { Box } from './select-box.tsx'

interface HeadRowProps<Row> {
  columns: readonly Column<Row>[]
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
  /** The checkbox that selects all rows. */
  all: { checked: boolean; some: boolean; onToggle: () => void } | undefined
}

const CELL =
  'narrow sticky top-0 z-1 h-9 border-b border-line-strong bg-surface px-2 text-xs font-medium text-muted first:pl-4 last:pr-4 md:first:pl-5 md:last:pr-5 stacked:static stacked:flex stacked:items-center stacked:border-0 stacked:p-0!'

export function HeadRow<Row>({ columns, sort, onSort, all }: HeadRowProps<Row>) {
  const pressable = onSort !== undefined && columns.some(({ sortable }) => sortable)
  return (
    <tr
      className={clsx(
        all || pressable
          ? 'stacked:flex stacked:flex-wrap stacked:items-center stacked:gap-x-4 stacked:border-b stacked:border-line stacked:px-4 stacked:py-1'
          : 'stacked:sr-only',
      )}
    >
      {all && (
        <th scope="col" className={`${CELL} text-left`}>
          <Box label="Select all" checked={all.checked} mixed={all.some && !all.checked} onToggle={all.onToggle} />
        </th>
      )}
      {columns.map(({ id, title, align, sortable, headless }) => {
        const isSorted = sort?.by === id
        const Arrow = sort?.descending ? ArrowDown : ArrowUp
        return (
          <th
            key={id}
            scope="col"
            aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
            className={clsx(CELL, align === 'end' ? 'text-right' : 'text-left', !sortable && 'stacked:sr-only')}
          >
            {sortable && onSort ? (
              <button
                type="button"
                onClick={() => onSort(sortAfterPress(sort, id))}
                className={clsx(
                  'inline-flex h-6 items-center gap-0.5 rounded-sm hover:text-ink pointer-coarse:h-11',
                  isSorted && 'font-semibold text-ink',
                )}
              >
                {title}
                {isSorted && <Arrow aria-hidden size={12} />}
              </button>
            ) : headless ? (
              <span className="sr-only">{title}</span>
            ) : (
              title
            )}
          </th>
        )
      })}
    </tr>
  )
}
