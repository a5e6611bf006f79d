import { clsx } from 'clsx'
import type { Column } from './columns.ts'
import { Box } from './select-box.tsx'

const CELL =
  'h-row-table border-b border-line px-2 py-1.5 align-middle font-normal first:pl-4 last:pr-4 group-last/row:border-b-0 md:first:pl-5 md:last:pr-5 stacked:block stacked:h-auto stacked:border-0 stacked:p-0!'

/** Spans all lines of a stacked row, however many there are. */
const BESIDE = 'stacked:row-start-1 stacked:row-end-13'

const PLACES = {
  title: 'stacked:-order-1 stacked:col-start-3',
  lead: `stacked:col-start-2 stacked:mr-3 ${BESIDE}`,
  action: `stacked:col-start-4 stacked:ml-3 stacked:self-center ${BESIDE}`,
  line: 'stacked:col-start-3',
  named: 'stacked:col-start-3',
  hidden: 'stacked:hidden!',
}

export function RowCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { title, align, cell, stacked = 'named' } = column
  const look = clsx(CELL, PLACES[stacked], align === 'end' ? 'text-right stacked:text-left' : 'text-left')
  if (stacked === 'title')
    return (
      <th scope="row" className={look}>
        {cell(row)}
      </th>
    )
  return (
    <td className={look}>
      {stacked === 'named' ? (
        <div className="stacked:flex stacked:gap-2">
          {/* Screen readers read the column's header instead. */}
          <span aria-hidden className="hidden w-24 shrink-0 text-muted stacked:inline">
            {title}
          </span>
          <div className="min-w-0 wrap-anywhere">{cell(row)}</div>
        </div>
      ) : (
        cell(row)
      )}
    </td>
  )
}

interface SelectCellProps {
  label: string
  checked: boolean
  onToggle: (range: boolean) => void
}

export function SelectCell(props: SelectCellProps) {
  return (
    <td className={clsx(CELL, 'stacked:col-start-1 stacked:mr-3', BESIDE)}>
      <Box {...props} tabIndex={-1} />
    </td>
  )
}
