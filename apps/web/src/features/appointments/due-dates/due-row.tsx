import type { DueDate } from '@foyer/contracts/appointments/due-date.ts'
import { clsx } from 'clsx'
import { Check, CircleCheck, Ellipsis, IdCard, Send } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { agoLabel } from '../../../lib/day-labels.rules.ts'
import { dateOf } from '../../../lib/time-labels.rules.ts'
import { offlineReason } from '../../../parts/use-offline.ts'
import { chartAddress } from '../../../parts/visits/chart-address.rules.ts'
import { DueMark } from '../../../parts/visits/due-mark.tsx'
import { dueWords, inviteProblem, rhythmWords } from '../../../parts/visits/due-words.rules.ts'
import { PatientLink } from '../../../parts/visits/patient-link.tsx'
import { nameOf } from '../../../parts/visits/visit-actions.rules.ts'
import { Button } from '../../../ui/button.tsx'
import { squareLook } from '../../../ui/button-look.rules.ts'
import { ChartTab } from '../../../ui/chart-tab.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Box } from '../../../ui/table/select-box.tsx'

interface DueRowProps {
  due: DueDate
  now: Date
  today: string
  timezone: string
  offline: boolean
  busy: boolean
  selected: boolean
  onSelect: () => void
  onInvite: () => void
  onDone: () => void
}

export function DueRow({ due, now, today, timezone, offline, busy, selected, ...acts }: DueRowProps) {
  const navigate = useNavigate()
  const { _id, patientId, patientName, appointmentType, dueDate, doneAt, invitedAt } = due
  const name = nameOf(due)
  const day = dateOf(dueDate, today)
  const words = doneAt === null ? dueWords(due, today) : ({ tone: 'muted', text: 'Done' } as const)
  const problem = inviteProblem(due, now, timezone)
  const row = useRef<HTMLLIElement>(null)
  const isInviting = useRef(false)
  // The button that says why it can't be pressed again is another one, so the focus stays in the row.
  useEffect(() => {
    if (problem === null || !isInviting.current) return
    isInviting.current = false
    if (document.activeElement === document.body) row.current?.focus({ preventScroll: true })
  }, [problem])
  return (
    <li
      ref={row}
      data-due-date-id={_id}
      tabIndex={-1}
      className={clsx(
        'focus-inset flex items-start gap-3 px-4 py-3 text-sm md:items-center md:px-5',
        selected && 'bg-selected-soft',
      )}
    >
      <span className="pt-1 md:pt-0">
        <Box label={`Select ${appointmentType} for ${name}`} checked={selected} onToggle={acts.onSelect} />
      </span>
      <span className="num narrow w-14 shrink-0 font-semibold max-md:hidden">{day}</span>
      <div className="grid min-w-0 flex-1 gap-x-4 gap-y-0.5 md:grid-cols-[1.2fr_1.2fr_1fr] md:items-center">
        <span className="flex min-w-0 items-center gap-2.5">
          <span className="max-md:hidden">
            <ChartTab name={patientName} size="xs" />
          </span>
          <PatientLink patientId={patientId} className="min-w-0 font-medium wrap-anywhere hover:underline">
            <bdi>{name}</bdi>
          </PatientLink>
        </span>
        <span className="min-w-0 wrap-anywhere">
          {appointmentType}
          <span className="block text-xs text-muted">{rhythmWords(due)}</span>
        </span>
        <span className="min-w-0">
          <span className="flex items-center gap-1.5">
            <span className="num narrow text-xs font-semibold md:hidden">{day}</span>
            <DueMark {...words} />
          </span>
          {invitedAt !== null && (
            <span className="flex items-center gap-1 text-xs text-muted">
              <Check aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
              {`Invited ${agoLabel(invitedAt, now, timezone)}`}
            </span>
          )}
        </span>
      </div>
      <span className="flex shrink-0 items-center gap-1">
        <Button
          size="sm"
          icon={Send}
          aria-label={`Invite ${name} to ${appointmentType}`}
          busy={busy}
          disabledReason={problem ?? offlineReason(offline, 'The invitation')}
          onClick={() => {
            isInviting.current = true
            acts.onInvite()
          }}
        >
          <span className="max-md:sr-only">Invite</span>
        </Button>
        <Menu
          label={`More for ${name}, ${appointmentType}`}
          content={<Ellipsis aria-hidden size={16} />}
          className={squareLook('ghost', 'sm')}
          align="end"
          entries={[
            {
              label: 'Mark as done',
              icon: CircleCheck,
              disabledReason: doneAt === null ? offlineReason(offline, 'This') : 'It is done',
              onSelect: acts.onDone,
            },
            { label: 'Open chart', icon: IdCard, onSelect: () => void navigate(chartAddress(patientId)) },
          ]}
        />
      </span>
    </li>
  )
}
