import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { Ellipsis, FolderOpen, Hourglass, MessageSquare } from 'lucide-react'
import { momentLabel } from '../../lib/time-labels.rules.ts'
import { Button } from '../../ui/button.tsx'
import { squareLook } from '../../ui/button-look.rules.ts'
import { ChartTab } from '../../ui/chart-tab.tsx'
import { Link } from '../../ui/link.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuEntry } from '../../ui/menu-panel.tsx'
import { failureMessage } from '../failure-message.rules.ts'
import { Failed, Loading } from '../state-notes.tsx'
import { offlineReason } from '../use-offline.ts'
import { DueSection } from './due-section.tsx'
import { HistorySection } from './history-section.tsx'
import { PatientLink } from './patient-link.tsx'
import { slipDetail } from './reply-words.rules.ts'
import { slipOfAppointment } from './slip.rules.ts'
import { SlipButtons } from './slip-buttons.tsx'
import type { OpenVisit } from './use-visit.ts'
import type { VisitActions } from './use-visit-actions.ts'
import { mayMove, nameOf } from './visit-actions.rules.ts'
import { VisitSlip } from './visit-slip.tsx'

interface VisitDetailsProps extends Place {
  organizationId: string
  open: OpenVisit
  /** The visit as the list knows it, until its own reading is there. */
  known: Appointment | undefined
}

interface Place {
  now: Date
  timezone: string
  offline: boolean
  actions: VisitActions
  onMove: (visit: Appointment) => void
  /** The whole menu of the visit. */
  entries: (visit: Appointment) => readonly MenuEntry[]
  /** In the patient's chart, which shows the rest of the patient. */
  inChart?: boolean
}

/** One visit: its slip with what can be done, what is due for the patient, and its history. */
export function VisitDetails({ organizationId, open, known, ...place }: VisitDetailsProps) {
  const { question, history } = open
  const visit = newest(open.visit, known)
  const failed = question.isError && (
    <Failed
      what="The visit"
      message={failureMessage(question.error)}
      again="Try again"
      busy={question.isFetching}
      onRetry={() => void question.refetch()}
    />
  )
  if (visit === undefined) return failed || <Loading what="the visit" />
  const { now, timezone, offline, inChart = false } = place
  return (
    <>
      {failed}
      <div className="border-b border-line p-4">
        <Slip visit={visit} {...place} />
        <Wish visit={visit} {...place} />
        <Facts {...{ visit, now, timezone, inChart }} />
      </div>
      {!inChart && (
        <DueSection key={visit.patientId} {...{ organizationId, now, timezone, offline }} patientId={visit.patientId} />
      )}
      {history !== undefined && <HistorySection {...{ history, now, timezone }} />}
    </>
  )
}

/** An answer may reach the list before its event reaches this reading. */
function newest(read: Appointment | undefined, known: Appointment | undefined): Appointment | undefined {
  return known !== undefined && known.version > (read?.version ?? -1) ? known : read
}

function Slip({ visit, now, timezone, offline, actions, onMove, entries }: Place & { visit: Appointment }) {
  const reason = offlineReason(offline)
  const open = mayMove(visit)
  return (
    <VisitSlip visit={slipOfAppointment(visit)} timezone={timezone} detail={slipDetail(visit, now, timezone)}>
      {open && <SlipButtons {...{ visit, actions, reason }} onMove={() => onMove(visit)} />}
      <Menu
        label={`More for ${nameOf(visit)}`}
        content={<Ellipsis aria-hidden size={16} />}
        className={squareLook('default', 'sm')}
        entries={entries(visit)}
      />
    </VisitSlip>
  )
}

/** What the patient wishes instead, and how to answer it. */
function Wish({ visit, now, timezone, offline, actions }: Place & { visit: Appointment }) {
  const { reschedule } = visit
  if (reschedule === null || !mayMove(visit)) return null
  const busy = actions.busy.has(visit._id)
  const change = (type: 'hold' | 'withdraw') => () => actions.change([visit], { type })
  return (
    <div className="mt-3 rounded-lg border border-auto-line bg-auto px-3 py-2 text-sm">
      <p className="font-medium text-auto-text">
        {`Asked for another time, ${momentLabel(reschedule.at, now, timezone)}`}
      </p>
      {reschedule.wish !== null && <p className="mt-0.5 wrap-anywhere">{`“${reschedule.wish}”`}</p>}
      <p className="mt-2 flex flex-wrap gap-2">
        {reschedule.state === 'asked' && (
          <Button
            size="sm"
            icon={Hourglass}
            busy={busy}
            disabledReason={offlineReason(offline)}
            onClick={change('hold')}
          >
            Hold the time
          </Button>
        )}
        <Button size="sm" busy={busy} disabledReason={offlineReason(offline)} onClick={change('withdraw')}>
          Keep this time
        </Button>
      </p>
    </div>
  )
}

const OUTCOMES = {
  confirmed: 'coming',
  reschedule: 'needs another time',
  noAnswer: 'no answer',
  leftMessage: 'left a message',
}

interface FactsProps {
  visit: Appointment
  now: Date
  timezone: string
  inChart: boolean
}

function Facts({ visit, now, timezone, inChart }: FactsProps) {
  const { conversationId, unread, noShows, called, telemedicine } = visit
  const lines = [
    telemedicine === null ? null : telemedicine.name,
    noShows === 0 ? null : `${noShows === 1 ? '1 no-show' : `${noShows} no-shows`} in 12 months`,
    called === null ? null : `Called ${momentLabel(called.at, now, timezone)}: ${OUTCOMES[called.outcome]}`,
  ].filter((line) => line !== null)
  return (
    <>
      {lines.length > 0 && (
        <ul className="mt-3 space-y-0.5 text-sm text-muted">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm font-medium">
        {!inChart && (
          <PatientLink patientId={visit.patientId} className={LINK}>
            <FolderOpen aria-hidden size={15} />
            Open chart
          </PatientLink>
        )}
        {conversationId !== null && (
          <Link to={`/inbox?conversation=${encodeURIComponent(conversationId)}`} className={LINK}>
            <MessageSquare aria-hidden size={15} />
            {unread === 0 ? 'Open conversation' : `Open conversation, ${unread} unread`}
          </Link>
        )}
      </p>
    </>
  )
}

const LINK = 'inline-flex min-h-6 items-center gap-1 text-link hover:underline pointer-coarse:min-h-11'

/** The head of the panel: whose visit it is. */
export function VisitHead({ visit }: { visit: Appointment }) {
  const { mrn, phoneNumber } = visit
  const facts = [mrn === null ? null : `MRN ${mrn}`, phoneNumber === null ? null : displayPhone(phoneNumber)]
  return (
    <>
      <ChartTab name={visit.patientName} size="lg" />
      <div className="min-w-0 flex-1">
        <h2 className="text-md font-semibold tracking-tight wrap-anywhere">
          <bdi>{nameOf(visit)}</bdi>
        </h2>
        <p className="num text-xs text-muted">{facts.filter((fact) => fact !== null).join(', ')}</p>
      </div>
    </>
  )
}
