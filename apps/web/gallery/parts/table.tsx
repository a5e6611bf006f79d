import { BellRing, CalendarCheck, Hourglass } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../src/ui/button.tsx'
import { squareLook } from '../../src/ui/button-look.rules.ts'
import { ChartTab } from '../../src/ui/chart-tab.tsx'
import { Menu } from '../../src/ui/menu.tsx'
import { SelectionBar } from '../../src/ui/selection-bar.tsx'
import type { Column, Sort } from '../../src/ui/table/columns.ts'
import { Table } from '../../src/ui/table/table.tsx'
import { useSelection } from '../../src/ui/table/use-selection.ts'
import { LONG_NAME } from '../fixtures/conversations.ts'
import { part } from '../gallery-entry.ts'

interface Visit {
  id: string
  time: string
  patient: string
  mrn: string
  doctor: string
  visit: string
  confirmed: boolean
}

const NAMES = ['Walter Simmons', 'Ingrid Halvorsen', 'Dolores Quintana', 'Miguel Santos', LONG_NAME, 'فاطمة الزهراء']

const visitAt = (place: number): Visit => ({
  id: `v${place}`,
  time: `${8 + Math.floor(place / 2)}:${place % 2 === 0 ? '00' : '30'}`,
  patient: NAMES[place] ?? `Patient ${place}`,
  mrn: `118-20${43 + place}`,
  doctor: 'Okafor',
  visit: place % 2 === 0 ? 'Annual visit' : 'Medication review',
  confirmed: place % 3 !== 0,
})
const visits = (count: number) => Array.from({ length: count }, (_, place) => visitAt(place))

const columns: Column<Visit>[] = [
  {
    id: 'time',
    title: 'Time',
    width: '5rem',
    sortable: true,
    stacked: 'lead',
    cell: ({ time }) => <span className="num font-semibold">{time}</span>,
  },
  {
    id: 'patient',
    title: 'Patient',
    width: '24%',
    sortable: true,
    stacked: 'title',
    cell: ({ patient }) => (
      <span className="flex items-center gap-2.5">
        <ChartTab name={patient} size="xs" />
        <bdi className="line-clamp-2 min-w-0 font-medium wrap-anywhere">{patient}</bdi>
      </span>
    ),
  },
  { id: 'mrn', title: 'MRN', cell: ({ mrn }) => <span className="num narrow text-muted">{mrn}</span> },
  { id: 'doctor', title: 'Doctor', cell: ({ doctor }) => doctor },
  { id: 'visit', title: 'Visit', stacked: 'line', cell: ({ visit }) => visit },
  { id: 'status', title: 'Status', stacked: 'line', cell: Status },
  {
    id: 'more',
    title: 'More',
    headless: true,
    width: '4rem',
    align: 'end',
    stacked: 'action',
    cell: ({ patient }) => (
      <Menu
        label={`More for ${patient}`}
        content="…"
        className={squareLook('ghost', 'sm')}
        align="end"
        entries={[{ label: 'Send reminder', onSelect: () => undefined }]}
      />
    ),
  },
]

function Status({ confirmed }: Visit) {
  const Icon = confirmed ? CalendarCheck : Hourglass
  return (
    <span className={`flex items-center gap-1.5 font-medium ${confirmed ? 'text-ok-text' : 'text-warn-text'}`}>
      <Icon aria-hidden size={15} className="shrink-0" />
      {confirmed ? 'Confirmed' : 'Not confirmed'}
    </span>
  )
}

interface VisitsProps {
  count: number
  picked?: readonly string[]
  plain?: boolean
}

function Visits({ count, picked = [], plain = false }: VisitsProps) {
  const rows = visits(count)
  const [sort, setSort] = useState<Sort>({ by: 'time', descending: false })
  const [current, setCurrent] = useState<string | null>(plain ? null : 'v2')
  const selection = useSelection(
    rows.map(({ id }) => id),
    picked,
  )
  return (
    <main className="w-full max-w-[1200px] self-center md:p-8">
      <h1 className="sr-only">Visits</h1>
      <div className="bg-surface md:rounded-lg md:border md:border-line">
        <Table
          label="Visits"
          columns={plain ? columns.filter(({ id }) => id !== 'more') : columns}
          rows={rows}
          rowId={({ id }) => id}
          {...(!plain && {
            rowName: ({ patient }: Visit) => patient,
            sort,
            onSort: setSort,
            selection,
            currentId: current,
            onOpen: ({ id }: Visit) => setCurrent(id),
            isFresh: ({ id }: Visit) => id === 'v3',
          })}
        />
        {selection.ids.size > 0 && (
          <div className="sticky bottom-0">
            <SelectionBar label="Selected visits" count={selection.ids.size} onClear={selection.clear}>
              <Button size="sm" icon={BellRing}>
                Send reminder
              </Button>
            </SelectionBar>
          </div>
        )}
      </div>
    </main>
  )
}

export const table = part('Table', {
  plain: { title: 'To read', show: () => <Visits count={5} plain /> },
  working: { title: 'Sorted, one row open, one just changed', show: () => <Visits count={12} /> },
  selected: { title: 'Two rows selected', show: () => <Visits count={12} picked={['v0', 'v1']} /> },
  long: { title: 'A thousand rows', show: () => <Visits count={1_000} /> },
})
