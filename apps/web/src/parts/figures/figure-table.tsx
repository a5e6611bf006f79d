import { Table } from '../../ui/table/table.tsx'
import { decimal } from './change.rules.ts'
import type { ChartColumn, ChartSeries, Columns } from './columns.rules.ts'
import { FigureNumber } from './figure-number.tsx'

interface FigureTableProps {
  name: string
  drawn: Columns
  onOpen: ((series: ChartSeries, column: ChartColumn) => void) | undefined
}

interface Row extends ChartColumn {
  readonly place: number
}

/** The numbers of a chart, a row for each column. */
export function FigureTable({ name, drawn: { columns, series, isWeeks }, onOpen }: FigureTableProps) {
  return (
    <Table
      label={name}
      rows={columns.map((column, place): Row => ({ ...column, place }))}
      rowId={({ startDate }) => startDate}
      columns={[
        { id: 'day', title: isWeeks ? 'Week' : 'Day', stacked: 'title', cell: ({ label }) => label },
        ...series.map((one) => ({
          id: one.id,
          title: one.label.charAt(0).toUpperCase() + one.label.slice(1),
          align: 'end' as const,
          cell: (row: Row) => {
            const value = one.values[row.place] ?? 0
            if (onOpen === undefined || value === 0) return <span className="num">{decimal(value)}</span>
            const open = () => onOpen(one, row)
            return (
              <FigureNumber
                metric={one.id}
                value={value}
                words={`${one.label}, ${row.label}`}
                look="inline"
                bare
                onOpen={open}
              />
            )
          },
        })),
      ]}
    />
  )
}
