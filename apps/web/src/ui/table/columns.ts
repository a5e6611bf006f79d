import type { ReactNode } from 'react'

/** A column is data: its header, its cells, and its position when the table is stacked. */
export interface Column<Row> {
  /** Identifies the column in `Sort`, and so in an address. */
  readonly id: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** A CSS width; columns without one share what is left. */
  readonly width?: string
  readonly align?: 'end'
  readonly sortable?: boolean
  /** The header is for screen readers only, because a column of buttons explains itself. */
  readonly headless?: boolean
  /**
   * The cell's position on a phone: `title` first and unlabelled (it also names the row for screen readers), `lead`
   * before it, `action` after it, `line` below it unlabelled, `named` (the default) below it with the column's name,
   * `hidden` where another cell says it.
   */
  readonly stacked?: 'title' | 'lead' | 'action' | 'line' | 'named' | 'hidden'
}

export interface Sort {
  readonly by: string
  readonly descending: boolean
}

/** A press on a header sorts ascending first, and reverses the column that is already sorted. */
export function sortAfterPress(sort: Sort | undefined, by: string): Sort {
  return { by, descending: sort?.by === by && !sort.descending }
}
