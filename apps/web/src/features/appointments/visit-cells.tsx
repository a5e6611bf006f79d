/** The cells of a row in the visit list. */
import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { clsx } from 'clsx'
import { CircleAlert, CornerUpLeft, MessageSquare, MessageSquareOff, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { agoLabel, dayLabel, slotLabel } from '../../lib/day-labels.rules.ts'
import { replyWords } from '../../parts/visits/reply-words.rules.ts'
import { nameOf } from '../../parts/visits/visit-actions.rules.ts'
import { ChartTab } from '../../ui/chart-tab.tsx'
import { CountPill } from '../../ui/count-pill.tsx'

const TONES = { ok: 'text-ok-text', warn: 'text-warn-text', bad: 'text-bad-text', muted: 'text-ink' }
const ICONS = { reply: CornerUpLeft, message: MessageSquare, failed: CircleAlert, stopped: MessageSquareOff }

interface CellProps {
  visit: Appointment
  now: Date
  timezone: string
}

/** The time of the visit, with its day where the list has several. */
export function TimeCell({ visit, today, dated }: { visit: Appointment; today: string; dated: boolean }) {
  return (
    <span className="num block leading-tight font-semibold stacked:w-12 stacked:text-base">
      {slotLabel(visit.startTime)}
      {dated && (
        <span className="narrow block text-xs font-normal whitespace-nowrap text-muted">
          {dayLabel(visit.appointmentDate, today)}
        </span>
      )}
    </span>
  )
}

/** Admitted and discharged patients have the moment of it in place of a time. */
export function MomentCell({ at, now, timezone }: { at: string | null; now: Date; timezone: string }) {
  return (
    <span className="num font-semibold whitespace-nowrap stacked:block stacked:w-20">
      {at === null ? '–' : agoLabel(at, now, timezone)}
    </span>
  )
}

interface PatientCellProps extends CellProps {
  doctor: string
  /** The standing, for a stacked row. */
  children: ReactNode
}

/** The patient; in a stacked row also what the hidden columns would say. */
export function PatientCell({ visit, doctor, now, timezone, children }: PatientCellProps) {
  const { unread } = visit
  return (
    <span className="flex min-w-0 items-center gap-2.5 stacked:items-start">
      <span className="stacked:hidden">
        <ChartTab name={visit.patientName} size="xs" />
      </span>
      <span className="min-w-0">
        <span className="flex items-center gap-1.5">
          <bdi className="line-clamp-2 min-w-0 font-medium wrap-anywhere stacked:text-base">{nameOf(visit)}</bdi>
          {unread > 0 && <CountPill count={unread} label="unread" />}
        </span>
        <span className="hidden text-sm font-normal text-muted stacked:block">
          {visit.appointmentType !== '' && (
            <>
              <VisitType visit={visit} />
              {', '}
            </>
          )}
          {doctor}
        </span>
        <span className="hidden flex-wrap items-center gap-x-3 gap-y-0.5 text-xs stacked:flex">
          {children}
          <ReminderCell {...{ visit, now, timezone }} short />
        </span>
      </span>
    </span>
  )
}

/** [OPEN-065] The kind of visit, with a badge for one by telephone or video. */
export function VisitType({ visit: { appointmentType, telemedicine } }: { visit: Appointment }) {
  return (
    <span className="wrap-anywhere">
      {appointmentType}
      {telemedicine !== null && (
        <span className="ml-1.5 inline-flex items-center gap-1 align-middle text-xs whitespace-nowrap text-auto-text">
          <Video aria-hidden size={14} strokeWidth={1.75} />
          <span className="sr-only">telehealth, </span>
          {telemedicine.name === appointmentType ? (
            <span className="sr-only">{telemedicine.name}</span>
          ) : (
            telemedicine.name
          )}
        </span>
      )}
    </span>
  )
}

/** `short`: in a stacked row only what there is to know. */
export function ReminderCell({ visit, now, timezone, short = false }: CellProps & { short?: boolean }) {
  const { icon, tone, word, detail } = replyWords(visit, now, timezone)
  if (short && icon === null) return null
  const Icon = icon === null ? null : ICONS[icon]
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className={clsx('inline-flex items-center gap-1 whitespace-nowrap', TONES[tone], icon && 'font-medium')}>
        {Icon && <Icon aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />}
        {word}
      </span>
      {!short && detail !== '' && <span className="text-xs text-muted">{detail}</span>}
    </span>
  )
}
