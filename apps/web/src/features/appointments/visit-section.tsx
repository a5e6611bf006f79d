import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import type { AppointmentView } from '@foyer/contracts/appointments/status.rules.ts'
import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import type { ReactNode } from 'react'
import { useStable } from '../../lib/use-stable.ts'
import { useRowKeys } from '../../parts/rows/use-row-keys.ts'
import type { VisitMenus } from '../../parts/visits/use-visit-entries.ts'
import { mayConfirm, nameOf, remindable } from '../../parts/visits/visit-actions.rules.ts'
import { Table } from '../../ui/table/table.tsx'
import { useSelection } from '../../ui/table/use-selection.ts'
import type { FilterState } from './use-visit-filter.ts'
import type { VisitListState } from './use-visit-list.ts'
import { VisitBar } from './visit-bar.tsx'
import { visitColumns } from './visit-columns.tsx'
import { VisitList } from './visit-list.tsx'

interface VisitSectionProps {
  list: VisitListState
  state: FilterState
  now: Date
  today: string
  timezone: string
  doctors: ReadonlyMap<string, Doctor>
  offline: boolean
  phone: boolean
  /** On a phone the boxes show on request. */
  selectable: boolean
  openId: string | null
  onOpen: (id: string | null) => void
  menus: VisitMenus
  empty: ReactNode
  /** Scrolls with the table, above it. */
  top: ReactNode
}

/** The table of visits with its keys and the bar for selected rows. */
export function VisitSection(props: VisitSectionProps) {
  const { list, state, now, today, timezone, doctors, offline, phone, selectable, openId, onOpen, menus, empty, top } =
    props
  const { visits, rows, view, sort, onSort, actions, isFresh, held } = list
  const { filter, page, turnTo } = state
  const selection = useSelection(rows.map(({ _id }) => _id))
  const selected = rows.filter(({ _id }) => selection.ids.has(_id))
  const targets = (visit: Appointment) => (selected.length > 0 ? selected : [visit])
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
        ...{ id: 'remind of visit', title: 'Send reminder', keys: ['m'] },
        holds: (visit) => !offline && remindable(targets(visit), now).toCome.length > 0,
        run: (visit) => actions.remindSelected(targets(visit)),
      },
      { id: 'open chart', title: 'Open chart', keys: ['o'], run: menus.openChart },
    ],
  })
  const columns = visitColumns({
    ...{ now, today, timezone, doctors, actions, offline },
    moment: momentOf(view),
    dated: filter.startDate !== filter.endDate,
    entries: menus.entries,
  })
  const turn = useStable((next: number) => {
    selection.clear()
    turnTo(next)
  })
  return (
    <div className="flex min-w-0 flex-1 flex-col bg-surface">
      <div className="scrollbar-quiet flex min-h-0 flex-1 flex-col overflow-y-auto">
        <div className="space-y-3 border-b border-line bg-canvas px-4 pt-3 pb-3 md:px-6 md:pt-4">{top}</div>
        <div {...held} className="flex flex-1 flex-col">
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
                {...(!phone && { onSort })}
                {...((selectable || selected.length > 0) && { selection })}
                currentId={openId}
                onOpen={({ _id }) => onOpen(_id)}
                isFresh={isFresh}
                wide
              />
            )}
          </VisitList>
        </div>
      </div>
      {selected.length > 0 && <VisitBar visits={selected} {...{ actions, now, offline }} onClear={selection.clear} />}
    </div>
  )
}

function momentOf(view: AppointmentView | null): 'time' | 'admitted' | 'discharged' {
  return view === 'admitted' || view === 'discharged' ? view : 'time'
}
