import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { admitsPatients } from '@foyer/contracts/organization.rules.ts'
import type { Membership } from '@foyer/contracts/organization.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { useRef, useState } from 'react'
import { useNow } from '../../lib/use-now.ts'
import { usePhone } from '../../lib/use-phone.ts'
import { useCommands } from '../../parts/keyboard.tsx'
import { useFilters } from '../../parts/rows/use-filters.ts'
import { useServices } from '../../parts/services.tsx'
import { StaffNames } from '../../parts/staff-names.tsx'
import { useColleagues } from '../../parts/use-colleagues.ts'
import { offlineReason, useOffline } from '../../parts/use-offline.ts'
import { NightDialog } from '../../parts/visits/night-dialog.tsx'
import { OpenVisit } from '../../parts/visits/open-visit.tsx'
import { useDoctors } from '../../parts/visits/use-doctors.ts'
import { useVisitEntries } from '../../parts/visits/use-visit-entries.ts'
import { type VisitFormAsked, VisitForms } from '../../parts/visits/visit-forms.tsx'
import { EmptyList } from './empty-list.tsx'
import { daysMoved, oneDay, visitQuery } from './filter.rules.ts'
import { PageHead } from './page-head.tsx'
import { PageTop } from './page-top.tsx'
import { useDay } from './use-day.ts'
import { useExport } from './use-export.ts'
import { useVisitFilter } from './use-visit-filter.ts'
import { useVisitList } from './use-visit-list.ts'
import { VisitSection } from './visit-section.tsx'
import { useVisitWords } from './visit-words.queries.ts'

const IN_ADDRESS = ['appointmentId', 'slot'] as const

/** [LIST-02] The day as a ribbon, the visits of a filter as a table, and one visit beside them. */
export function AppointmentsScreen({ organization }: { organization: Membership }) {
  const { _id: organizationId, timezone, type } = organization
  const now = useNow(useServices().clock)
  const today = dayIn(now, timezone)
  const [phone, offline] = [usePhone(), useOffline()]
  const state = useVisitFilter(timezone)
  const { filter } = state
  const day = oneDay(filter)
  const admits = admitsPatients(type)
  const address = useFilters(IN_ADDRESS)
  const slot = day === null || address.values.slot === '' ? null : address.values.slot
  const openId = address.values.appointmentId || null
  const list = useVisitList({ organizationId, timezone, state, slot })
  const marks = useDay(organizationId, day ?? today, filter.provider)
  const doctors = useDoctors(organizationId)
  const { names } = useColleagues(organizationId)
  const words = useVisitWords({
    ...{ organizationId, from: filter.startDate, to: filter.endDate },
    enabled: list.visits.shown !== null,
  })
  const exported = useExport({
    query: JSON.stringify(visitQuery(filter)),
    sort: JSON.stringify({ [list.order.field]: list.order.direction }),
  })
  const [form, setForm] = useState<VisitFormAsked | null>(null)
  const [isSelecting, setIsSelecting] = useState(false)
  const [isTable, setIsTable] = useState(false)
  const shape = { isTable, onTable: setIsTable }
  const search = useRef<HTMLInputElement>(null)
  const onSlot = (next: string | null) => {
    state.turnTo(1)
    address.change({ slot: next ?? '' })
  }
  const moveDay = (steps: 1 | -1) => {
    const days = daysMoved(filter, steps)
    if (days === null) return
    address.change({ slot: '' })
    state.change(days)
  }
  const open = (id: string | null) => address.change({ appointmentId: id ?? '' })
  const move = (visit: Appointment) => setForm({ kind: 'move', visit })
  const keys = { group: 'Lists', holds: () => day !== null || filter.endDate !== null } as const
  useCommands([
    { ...keys, id: 'day before', title: 'Day before', keys: ['['], run: () => moveDay(-1) },
    { ...keys, id: 'day after', title: 'Day after', keys: [']'], run: () => moveDay(1) },
    {
      ...{ id: 'search visits', title: 'Search visits', keys: ['/'] },
      group: 'Lists',
      run: () => search.current?.focus(),
    },
    {
      ...{ id: 'book a visit', title: 'Book a visit', words: 'new appointment', keys: [], group: 'Lists' },
      run: () => setForm({ kind: 'book' }),
    },
  ])
  const menus = useVisitEntries({ actions: list.actions, admits, offline, onMove: move })
  const place = { now, today, timezone }
  const shared = { organizationId, offline, actions: list.actions }

  return (
    <StaffNames value={names}>
      <div className="flex min-h-0 flex-1">
        <VisitSection
          {...{ ...place, list, state, offline, phone, openId }}
          selectable={!phone || isSelecting}
          doctors={doctors.byId}
          menus={menus}
          onOpen={open}
          empty={
            <EmptyList
              {...{ state, today, slot, onSlot }}
              view={list.view}
              hasOthers={day === null || (marks.data?.length ?? 0) > 0}
              nextDay={day === null ? null : (marks.tally?.nextDay ?? null)}
              onBook={offline ? undefined : () => setForm({ kind: 'book' })}
            />
          }
          top={
            <PageTop
              {...{ ...place, ...shape, state, day, slot, onSlot, phone, words, search }}
              marks={marks}
              doctors={doctors.doctors}
              admits={admits}
              onMove={moveDay}
              onClear={() => {
                address.change({ slot: '' })
                state.clear()
              }}
              head={(onSearch) => (
                <PageHead
                  {...{ ...shape, phone, onSearch, isExporting: exported.isExporting }}
                  exportReason={offlineReason(offline, 'The export')}
                  bookReason={offlineReason(offline, 'Booking')}
                  onExport={exported.save}
                  onBook={() => setForm({ kind: 'book' })}
                  onSelect={() => setIsSelecting(!isSelecting)}
                />
              )}
            />
          }
        />
        {openId !== null && (
          <OpenVisit
            key={openId}
            {...{ ...shared, now, timezone }}
            appointmentId={openId}
            known={list.rows.find(({ _id }) => _id === openId)}
            onMove={move}
            entries={menus.entries}
            onClose={() => open(null)}
          />
        )}
      </div>
      <VisitForms
        {...{ organizationId, today }}
        date={filter.startDate ?? today}
        doctorId={filter.provider}
        asked={form}
        types={words.types}
        report={list.actions.report}
        onMoved={list.visits.put}
        onBooked={list.visits.renew}
        onClose={() => setForm(null)}
      />
      <NightDialog actions={list.actions} />
    </StaffNames>
  )
}
