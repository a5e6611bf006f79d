import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { standingOf } from '@foyer/contracts/appointments/status.rules.ts'
import { Ellipsis } from 'lucide-react'
import { clockLabel, dayLabel } from '../../../lib/day-labels.rules.ts'
import { StandingMark } from '../../../parts/visits/standing-mark.tsx'
import { squareLook } from '../../../ui/button-look.rules.ts'
import { Menu } from '../../../ui/menu.tsx'
import type { MenuEntry } from '../../../ui/menu-panel.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { Table } from '../../../ui/table/table.tsx'

interface PastVisitsProps {
  visits: readonly Appointment[]
  today: string
  openId: string | null
  entries: (visit: Appointment) => readonly MenuEntry[]
  onOpen: (visit: Appointment) => void
}

/** The visits that have ended, newest first. */
export function PastVisits({ visits, today, openId, entries, onOpen }: PastVisitsProps) {
  const columns: Column<Appointment>[] = [
    {
      id: 'day',
      title: 'Day',
      width: '13rem',
      stacked: 'title',
      cell: ({ appointmentDate, startTime }) => (
        <span className="num whitespace-nowrap">{`${dayLabel(appointmentDate, today)}, ${clockLabel(startTime)}`}</span>
      ),
    },
    {
      id: 'visit',
      title: 'Visit',
      stacked: 'line',
      cell: ({ appointmentType, location }) => [appointmentType, location].filter(Boolean).join(', '),
    },
    { id: 'doctor', title: 'Doctor', stacked: 'line', cell: ({ providerName }) => providerName },
    {
      id: 'status',
      title: 'Status',
      width: '9rem',
      stacked: 'line',
      cell: (visit) => <StandingMark standing={standingOf(visit)} />,
    },
    {
      id: 'more',
      title: 'More',
      headless: true,
      width: '2.75rem',
      align: 'end',
      stacked: 'action',
      cell: (visit) => (
        <Menu
          label={`More for the visit of ${visit.appointmentDate}`}
          content={<Ellipsis aria-hidden size={16} />}
          className={squareLook('ghost', 'sm')}
          entries={entries(visit)}
        />
      ),
    },
  ]
  return (
    <Table
      label="Past visits"
      columns={columns}
      rows={visits}
      rowId={({ _id }) => _id}
      idAttribute="data-appointment-id"
      currentId={openId}
      onOpen={onOpen}
    />
  )
}
