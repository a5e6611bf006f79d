import { useId } from 'react'
import { Table } from '../../ui/table/table.tsx'
import type { BoardTable } from './content/content.rules.ts'
import { NumberOf } from './figures-room.tsx'

/** A table of numbers, each of which opens its rows. */
export function BoardTableView({ table: { name, head, columns, rows } }: { table: BoardTable }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="pb-2 text-sm font-semibold">
        {name}
      </h2>
      <Table
        label={name}
        rows={rows}
        rowId={(row) => row.id}
        columns={[
          { id: 'name', title: head, stacked: 'title', cell: ({ label }) => label },
          ...columns.map((title, nth) => ({
            ...{ id: title, title, align: 'end' as const },
            cell: ({ label, cells }: (typeof rows)[number]) => {
              const cell = cells[nth]
              if (cell === undefined || typeof cell === 'string') return <span className="num">{cell}</span>
              return <NumberOf numeral={{ ...cell, words: `${cell.words}, ${label}` }} look="inline" bare />
            },
          })),
        ]}
      />
    </section>
  )
}
