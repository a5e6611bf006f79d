import type { ComponentProps, Key, KeyboardEvent, ReactNode, RefObject } from 'react'
import type { Reach } from './use-row-keys.ts'

/** A table without the type of its rows, as both ways of rendering it need. */
export interface TableModel {
  readonly label: string
  readonly count: number
  /** The width of each column. */
  readonly widths: readonly (string | undefined)[]
  readonly head: ReactNode
  readonly rowKey: (index: number) => Key
  readonly row: (index: number) => ComponentProps<'tr'>
  readonly cells: (index: number) => ReactNode
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  /** Set by a table that renders only the visible rows. */
  readonly reach: RefObject<Reach | null>
}

export function PlainTable({ model }: { model: TableModel }) {
  const { count, head, rowKey, row, cells, onKeyDown } = model
  return (
    <TableFrame model={model}>
      <TableHead>{head}</TableHead>
      <tbody onKeyDown={onKeyDown} className="stacked:block">
        {Array.from({ length: count }, (_, index) => (
          <tr key={rowKey(index)} data-index={index} {...row(index)}>
            {cells(index)}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}

export function TableFrame({ model, ...table }: ComponentProps<'table'> & { model: TableModel }) {
  return (
    <table
      {...table}
      aria-label={model.label}
      className="w-full table-fixed border-separate border-spacing-0 text-sm stacked:block"
    >
      <colgroup>
        {model.widths.map((width, place) => (
          <col key={place} style={{ width }} />
        ))}
      </colgroup>
      {table.children}
    </table>
  )
}

/**
 * The header sticks to the top of the scroll container. On a phone only its controls show; the rest is for screen
 * readers.
 */
export function TableHead({ children }: { children: ReactNode }) {
  return <thead className="stacked:block">{children}</thead>
}
