import { slotLabel } from '../../lib/day-labels.rules.ts'
import type { Column } from '../../ui/table/columns.ts'
import { Table } from '../../ui/table/table.tsx'
import type { Slot } from './ribbon.rules.ts'

interface RibbonTableProps {
  slots: readonly Slot[]
  slot: string | null
  onSlot: (slot: string | null) => void
}

const columns: Column<Slot>[] = [
  {
    id: 'time',
    title: 'Half hour',
    stacked: 'title',
    cell: ({ time }) => <span className="num">{slotLabel(time)}</span>,
  },
  { id: 'notConfirmed', title: 'Not confirmed', align: 'end', cell: ({ counts }) => counts.notConfirmed },
  { id: 'confirmed', title: 'Confirmed', align: 'end', cell: ({ counts }) => counts.confirmed },
  { id: 'reschedule', title: 'Asked to reschedule', align: 'end', cell: ({ counts }) => counts.reschedule },
  { id: 'arrived', title: 'Arrived', align: 'end', cell: ({ counts }) => counts.arrived },
]

/** The ribbon's figures as a table; a row filters the list as its column does. */
export function RibbonTable({ slots, slot, onSlot }: RibbonTableProps) {
  return (
    <div className="num scrollbar-quiet max-h-64 min-w-0 flex-1 overflow-y-auto">
      <Table
        label="Visits by half hour"
        columns={columns}
        rows={slots.filter(({ total }) => total > 0)}
        rowId={({ time }) => time}
        currentId={slot}
        onOpen={({ time }) => onSlot(time === slot ? null : time)}
      />
    </div>
  )
}
