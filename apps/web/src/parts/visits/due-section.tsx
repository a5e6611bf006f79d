import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { Send } from 'lucide-react'
import { dateOf } from '../../lib/time-labels.rules.ts'
import { Button } from '../../ui/button.tsx'
import { failureMessage } from '../failure-message.rules.ts'
import { Failed, Loading } from '../state-notes.tsx'
import { offlineReason } from '../use-offline.ts'
import { DueMark } from './due-mark.tsx'
import { dueSummary, dueWords, inviteProblem, rhythmWords } from './due-words.rules.ts'
import { usePatientDueDates } from './use-due-dates.ts'
import { useInvite } from './use-invite.ts'

interface DueSectionProps {
  organizationId: string
  patientId: string
  now: Date
  timezone: string
  offline: boolean
}

/** [LIST-03] What is due for the patient, with an invitation to book it. */
export function DueSection({ organizationId, patientId, now, timezone, offline }: DueSectionProps) {
  const today = dayIn(now, timezone)
  const due = usePatientDueDates(organizationId, patientId, today)
  const { busy, invite } = useInvite({ organizationId, onInvited: due.put })
  const dates = due.data
  return (
    <section aria-labelledby="due-dates" className="border-b border-line px-4 py-3">
      <h3 id="due-dates" className="text-sm font-semibold">
        Due dates
      </h3>
      {due.isError && (
        <Failed
          what="The due dates"
          message={failureMessage(due.error)}
          again="Try again"
          busy={due.isFetching}
          onRetry={() => void due.refetch()}
        />
      )}
      {dates === undefined && !due.isError && <Loading what="the due dates" rows={1} />}
      {dates !== undefined && (
        <p className="text-xs text-muted">{dueSummary(dates, today) || 'Nothing is due within 30 days'}</p>
      )}
      <ul aria-label="Due dates" className="divide-y divide-line">
        {dates?.map((one) => {
          const problem = inviteProblem(one, now, timezone)
          return (
            <li key={one._id} className="flex gap-3 py-3 text-sm">
              <span className="num narrow w-12 shrink-0 pt-px font-semibold">{dateOf(one.dueDate, today)}</span>
              <span className="min-w-0 flex-1">
                <span className="block font-medium wrap-anywhere">{one.appointmentType}</span>
                <DueMark {...dueWords(one, today)} />
                <span className="block text-xs text-muted">{rhythmWords(one)}</span>
              </span>
              {one.booked === null && (
                <Button
                  size="sm"
                  icon={Send}
                  aria-label={`Invite to ${one.appointmentType}`}
                  busy={busy.has(one._id)}
                  disabledReason={problem ?? offlineReason(offline, 'The invitation')}
                  onClick={() => void invite([one])}
                >
                  Invite
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
