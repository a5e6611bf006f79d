import type { FormSubmission } from '@foyer/contracts/forms/form.ts'
import { momentLabel } from '../../lib/time-labels.rules.ts'
import { useNow } from '../../lib/use-now.ts'
import { useServices } from '../../parts/services.tsx'
import { Link } from '../../ui/link.tsx'
import { submissionPlace } from './forms-places.rules.ts'
import { SubmissionMark } from './state-mark.tsx'

interface SubmissionListProps {
  submissions: readonly FormSubmission[]
  timezone: string
}

export function SubmissionList({ submissions, timezone }: SubmissionListProps) {
  const now = useNow(useServices().clock)
  return (
    <ul aria-label="Submissions" className="divide-y divide-line border-t border-line">
      {submissions.map((one) => (
        <li key={one._id} data-submission-id={one._id} className="px-4 py-3 md:px-5">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <Link
              to={submissionPlace(one._id)}
              className="min-w-0 text-base font-medium wrap-anywhere underline-offset-2 hover:underline max-md:min-h-11"
            >
              <bdi>{one.patientName ?? 'No patient yet'}</bdi>
            </Link>
            <SubmissionMark state={one.state} />
          </div>
          <p className="text-sm wrap-anywhere text-muted">
            <bdi>{one.formTitle}</bdi>, {momentLabel(one.submittedAt, now, timezone)}
          </p>
        </li>
      ))}
    </ul>
  )
}
