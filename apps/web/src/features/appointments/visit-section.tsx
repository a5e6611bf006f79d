import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import type { AppointmentView } from '@foyer/contracts/appointments/status.rules.ts'
import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useStable } from '../../lib/use-stable.ts'
import { useRowKeys } from '../../parts/rows/use-row-keys.ts'
import { offlineReason } from '../../parts/use-offline.ts'
import { chartAddress } from '../../parts/visits/chart-address.rules.ts'
import { mayConfirm, nameOf } from '../../parts/visits/visit-actions.rules.ts'
import { Table } from '../../ui/table/table.tsx'
import { useSelection } from '../../ui/table/use-selection.ts'
import type { FilterState } from './use-visit-filter.ts'
import type { VisitListState } from './use-visit-list.ts'
import { VisitBar } from './visit-bar.tsx'
import { visitColumns } from './visit-columns.tsx'
import { visitEntries } from './visit-entries.ts'
import { VisitList } from './visit-list.tsx'

interface VisitSectionProps {
  list: VisitListState
  state: FilterState
  now: Date
  today: string
  timezone: string
  doctors: ReadonlyMap<string, Doctor>
  admits: boolean
  offline: boolean
  phone: boolean
  openId: string | null
  onOpen: (id: string | null) => void
  onMove: (visit: Appointment) => void
  empty: ReactNode
}

/** The table of visits with its keys and the bar for selected rows. */
export function VisitSection(props: VisitSectionProps) {
  const { list, state, now, today, timezone, doctors, admits, offline, phone, openId, onOpen, onMove, empty } = props
  const { visits, rows, view, sort, onSort, actions, isFresh, held } = list
  const { filter, page, turnTo } = state
  const navigate = useNavigate()
  const selection = useSelection(rows.map(({ _id }) => _id))
  const selected = rows.filter(({ _id }) => selection.ids.has(_id))
  const openChart = ({ patientId }: Appointment) => void navigate(chartAddress(patientId))
  const openConversation = ({ conversationId }: Appointment) => {
    if (conversationId !== null) void navigate(`/inbox?conversation=${encodeURIComponent(conversationId)}`)
  }
  const targets = (visit: Appointment) => (selected.length > 0 ? selected : [visit])
  const isOnline = () => !offline
  useRowKeys({
    ...{ noun: 'visit', attribute: 'data-appointment-id', rows, openId, selection },
    rowId: ({ _id }) => _id,
    keys: [
      {
        ...{ id: 'confirm visit', title: 'Mark confirmed', keys: ['y'] },
        holds: (visit) => !offline && targets(visit).some(mayConfirm),
        run: (visit) => actions.confirm(targets(visit)),
      },
      {
        ...{ id: 'remind of visit', title: 'Send reminder', keys: ['m'], holds: isOnline },
        run: (visit) => actions.remind(targets(visit)),
      },
      { id: 'open chart', title: 'Open chart', keys: ['o'], run: openChart },
    ],
  })
  const columns = visitColumns({
    ...{ now, today, timezone, doctors, actions, offline },
    moment: momentOf(view),
    dated: filter.startDate !== filter.endDate,
    entries: (visit) =>
      visitEntries(visit, {
        ...{ actions, admits, onMove, onChart: openChart, onConversation: openConversation },
        reason: offlineReason(offline),
      }),
  })
  const turn = useStable((next: number) => {
    selection.clear()
    turnTo(next)
  })
  return (
    <div {...held} className="flex min-h-0 flex-1 flex-col">
      <VisitList visits={visits} page={page} offline={offline} onTurn={turn} empty={empty}>
        {(shown) => (
          <Table
            label="Appointments"
            idAttribute="data-appointment-id"
            columns={columns}
            rows={shown}
            rowId={({ _id }) => _id}
            rowName={nameOf}
            sort={sort}
            onSort={onSort}
            {...(!phone && { selection })}
            currentId={openId}
            onOpen={({ _id }) => onOpen(_id)}
            isFresh={isFresh}
            wide
          />
        )}
      </VisitList>
      {selected.length > 0 && (
        <VisitBar visits={selected} actions={actions} offline={offline} onClear={selection.clear} />
      )}
    </div>
  )
}

function momentOf(view: AppointmentView | null): 'time' | 'admitted' | 'discharged' {
  return view === 'admitted' || view === 'discharged' ? view : 'time'
}
