import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { standingOf } from '@foyer/contracts/appointments/status.rules.ts'
import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { clsx } from 'clsx'
import { CalendarCheck, Ellipsis } from 'lucide-react'
import { offlineReason } from '../../parts/use-offline.ts'
import { CoverageMark } from '../../parts/visits/coverage-mark.tsx'
import { StandingMark } from '../../parts/visits/standing-mark.tsx'
import type { VisitActions } from '../../parts/visits/use-visit-actions.ts'
import { mayConfirm, nameOf } from '../../parts/visits/visit-actions.rules.ts'
import { squareLook } from '../../ui/button-look.rules.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuEntry } from '../../ui/menu-panel.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { lastNameOf, shortName } from './doctor-names.rules.ts'
import { MomentCell, PatientCell, ReminderCell, TimeCell, VisitType } from './visit-cells.tsx'

interface Options {
  now: Date
  today: string
  timezone: string
  doctors: ReadonlyMap<string, Doctor>
  /** What the list shows in place of the time. */
  moment: 'time' | 'admitted' | 'discharged'
  /** The list has visits of several days. */
  dated: boolean
  actions: VisitActions
  entries: (visit: Appointment) => readonly MenuEntry[]
  offline: boolean
}

const TITLES = { time: 'Time', admitted: 'Admitted', discharged: 'Discharged' }
const FIELDS = { time: 'appointmentDate', admitted: 'admittedDate', discharged: 'dischargedDate' }

/** The ids of columns that sort are fields of an appointment, as the call sorts by. [OPEN-063] */
export function visitColumns(options: Options): Column<Appointment>[] {
  const { now, today, timezone, doctors, moment, dated } = options
  return [
    {
      id: FIELDS[moment],
      title: TITLES[moment],
      width: moment === 'time' && !dated ? '3.75rem' : '6.5rem',
      sortable: true,
      stacked: 'lead',
      cell: (visit) => {
        if (moment === 'time') return <TimeCell {...{ visit, today, dated }} />
        const at = moment === 'admitted' ? visit.admittedDate : visit.dischargedDate
        return <MomentCell {...{ at, now, timezone }} />
      },
    },
    {
      id: 'patientName',
      title: 'Patient',
      width: '14.5%',
      sortable: true,
      stacked: 'title',
      cell: (visit) => (
        <PatientCell {...{ visit, now, timezone }} doctor={shortName(doctors, visit.doctorId, visit.providerName)}>
          <StandingMark standing={standingOf(visit)} />
        </PatientCell>
      ),
    },
    {
      id: 'mrn',
      title: 'MRN',
      width: '4.25rem',
      stacked: 'hidden',
      cell: ({ mrn }) => <span className="num narrow text-muted">{mrn}</span>,
    },
    {
      id: 'providerName',
      title: 'Doctor',
      width: '4.75rem',
      sortable: true,
      stacked: 'hidden',
      cell: ({ doctorId, providerName }) => lastNameOf(doctors, doctorId, providerName),
    },
    {
      id: 'appointmentType',
      title: 'Visit',
      sortable: true,
      stacked: 'hidden',
      cell: (visit) => <VisitType visit={visit} />,
    },
    {
      id: 'reminder',
      title: 'Reminder',
      width: '16.5%',
      stacked: 'hidden',
      cell: (visit) => <ReminderCell {...{ visit, now, timezone }} />,
    },
    {
      id: 'insuranceType',
      title: 'Coverage',
      width: '17%',
      sortable: true,
      stacked: 'hidden',
      cell: (visit) => <CoverageMark of={visit} />,
    },
    {
      id: 'appointmentStatus',
      title: 'Status',
      width: '7.5rem',
      sortable: true,
      stacked: 'hidden',
      cell: (visit) => <StandingMark standing={standingOf(visit)} />,
    },
    {
      id: 'more',
      title: 'More',
      headless: true,
      width: '2.75rem',
      align: 'end',
      stacked: 'action',
      cell: (visit) => <RowAction {...options} visit={visit} />,
    },
  ]
}

/** A menu. A stacked row whose visit is not confirmed has the one likely action, on a phone in place of the menu. */
function RowAction({ visit, actions, entries, offline }: Options & { visit: Appointment }) {
  const menu = (
    <Menu
      label={`More for ${nameOf(visit)}`}
      content={<Ellipsis aria-hidden size={16} />}
      className={`${squareLook('ghost', 'sm')} stacked:size-11`}
      align="end"
      entries={entries(visit)}
    />
  )
  const isLikely = mayConfirm(visit)
  return (
    <span className="flex items-center justify-end gap-2">
      {isLikely && (
        <span className="hidden stacked:block">
          <IconButton
            icon={CalendarCheck}
            label="Mark confirmed"
            kind="default"
            size="touch"
            disabledReason={offlineReason(offline, 'The confirmation')}
            aria-busy={actions.busy.has(visit._id) || undefined}
            onClick={() => actions.confirm([visit])}
          />
        </span>
      )}
      <span className={clsx(isLikely && 'stacked:max-md:hidden')}>{menu}</span>
    </span>
  )
}
