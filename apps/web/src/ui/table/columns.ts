import type { ReactNode } from 'react'

/** A column is data: its header, its cells, and its place when the table is stacked. */
export interface Column<Row> {
  /** Names the column in `Sort`, and so in an address. */
  readonly id: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** A CSS width; columns without one share what is left. */
  readonly width?: string
  readonly align?: 'end'
  readonly sortable?: boolean
  /** Screen readers alone get the header: a column of buttons explains itself. */
  readonly headless?: boolean
  /**
   * Where the cell stands on a phone: `title` first and without a name (it also heads the row for screen readers), `lead` in
   * front of it, `action` behind it, `line` below it without a name, `named` (the default) below it with the column's name.
   */
  readonly stacked?: 'title' | 'lead' | 'action' | 'line' | 'named'
}

export interface Sort {
  readonly by: string
  readonly descending: boolean
}

/** A press on a header sorts upwards first, and turns the order of the column that is sorted already. */
export function sortAfterPress(sort: Sort | undefined, by: string): Sort {
  return { by, descending: sort?.by === by && !sort.descending }
}
