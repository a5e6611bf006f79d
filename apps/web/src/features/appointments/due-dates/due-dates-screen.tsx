import type { DueDate } from '@foyer/contracts/appointments/due-date.ts'
import type { Membership } from '@foyer/contracts/organization.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { CalendarCheck, CalendarDays, Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useHeld } from '../../../lib/use-held.ts'
import { useNow } from '../../../lib/use-now.ts'
import { PageRoom } from '../../../parts/page-room.tsx'
import { PageSheet } from '../../../parts/page-sheet.tsx'
import { FilteredPage } from '../../../parts/rows/filtered-page.tsx'
import { useFilters } from '../../../parts/rows/use-filters.ts'
import { useRowKeys } from '../../../parts/rows/use-row-keys.ts'
import { useServices } from '../../../parts/services.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { chartAddress } from '../../../parts/visits/chart-address.rules.ts'
import { inviteProblem } from '../../../parts/visits/due-words.rules.ts'
import { useInvite } from '../../../parts/visits/use-invite.ts'
import { Button } from '../../../ui/button.tsx'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { useSelection } from '../../../ui/table/use-selection.ts'
import { DoneDialog } from './done-dialog.tsx'
import { DueBar } from './due-bar.tsx'
import { DueDrawer } from './due-drawer.tsx'
import { DueFilters } from './due-filters.tsx'
import { DUE_FILTERS } from './due-list.rules.ts'
import { DueRows } from './due-rows.tsx'
import { useDueList } from './use-due-list.ts'
import { useDueTypes } from './use-due-types.ts'
import { useFinish } from './use-finish.ts'
import { useSteadyRows } from './use-steady-rows.ts'

const NOTHING = {
  icon: CalendarCheck,
  title: 'Nothing is due',
  detail:
    'Visits that patients should have within 30 days appear here. A completed visit that repeats adds the next one.',
}
const UNMATCHED = {
  icon: CalendarCheck,
  title: 'Nothing due matches these filters',
  detail: 'Remove a filter to see more.',
}

/** [OPEN-014] Who should come for what by when: one patient's due dates or the clinic's, with invitations to book. */
export function DueDatesScreen({ organization }: { organization: Membership }) {
  const { _id: organizationId, timezone } = organization
  const now = useNow(useServices().clock)
  const today = dayIn(now, timezone)
  const offline = useOffline()
  const navigate = useNavigate()
  const { values: filter, isFiltered, change, clear } = useFilters(DUE_FILTERS)
  const list = useDueList(organizationId, filter, today)
  const { isHeld, handlers } = useHeld()
  const { rows, waiting, renew } = useSteadyRows(list.data, { filter, today, isHeld })
  const { busy, invite } = useInvite({ organizationId, onInvited: list.put })
  const finish = useFinish(organizationId, list.put)
  const types = useDueTypes(organizationId, list.data !== undefined)
  const [isAdding, setIsAdding] = useState(false)
  const selection = useSelection((rows ?? []).map(({ _id }) => _id))
  const selected = (rows ?? []).filter(({ _id }) => selection.ids.has(_id))
  const targets = (due: DueDate) => (selected.length > 0 ? selected : [due])
  const inviteAll = async (dates: readonly DueDate[]) => {
    await invite(dates)
    selection.clear()
  }
  useRowKeys({
    ...{ noun: 'due date', attribute: 'data-due-date-id', rows: rows ?? [], openId: null, selection },
    rowId: ({ _id }) => _id,
    keys: [
      {
        ...{ id: 'invite to visit', title: 'Invite', keys: ['i'] },
        holds: (due) => !offline && targets(due).some((one) => inviteProblem(one, now, timezone) === null),
        run: (due) => void inviteAll(targets(due)),
      },
      {
        ...{ id: 'open chart', title: 'Open chart', keys: ['o'] },
        run: ({ patientId }) => void navigate(chartAddress(patientId)),
      },
    ],
  })
  const actions = (
    <span className="flex flex-wrap gap-2">
      <Link to="/appointments" className={buttonLook('default', 'md')}>
        <CalendarDays aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
        Appointments
      </Link>
      <Button
        kind="primary"
        icon={Plus}
        disabledReason={offlineReason(offline, 'A new due date')}
        onClick={() => setIsAdding(true)}
      >
        Add a due date
      </Button>
    </span>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageRoom>
        <PageSheet
          title="Due dates"
          lead="Visits that patients should have by a day: overdue, today, and in the next 30 days."
          wide
          action={actions}
        >
          <FilteredPage
            label="Filter the due dates"
            fields={<DueFilters {...{ organizationId, filter, change, types }} rows={list.data ?? []} />}
            isFiltered={isFiltered}
            onClear={clear}
            rows={{ ...list, data: rows }}
            what="The due dates"
            empty={NOTHING}
            unmatched={UNMATCHED}
          >
            {(shown) => (
              <div {...handlers}>
                <DueRows
                  {...{ now, today, timezone, offline, busy, waiting, selection }}
                  rows={shown}
                  onRenew={renew}
                  onInvite={(due) => void invite([due])}
                  onDone={finish.ask}
                />
              </div>
            )}
          </FilteredPage>
        </PageSheet>
      </PageRoom>
      {selected.length > 0 && (
        <DueBar
          {...{ now, timezone, offline }}
          dates={selected}
          busy={selected.some(({ _id }) => busy.has(_id))}
          onInvite={() => void inviteAll(selected)}
          onClear={selection.clear}
        />
      )}
      {/* Not in the list: the focus in a dialog would hold its rows. */}
      <DoneDialog finish={finish} />
      <DueDrawer
        {...{ organizationId, today, types }}
        open={isAdding}
        onClose={() => setIsAdding(false)}
        onAdded={list.put}
      />
    </div>
  )
}
