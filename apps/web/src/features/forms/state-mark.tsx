import {
  type FormState,
  formStateLabel,
  type SubmissionState,
  submissionStateLabel,
} from '@foyer/contracts/forms/states.rules.ts'
import { CircleCheck, CircleHelp, CirclePause, CircleSlash, type LucideIcon, Mail } from 'lucide-react'

const FORMS: Readonly<Record<FormState, readonly [LucideIcon, string]>> = {
  draft: [CircleHelp, 'text-muted'],
  active: [CircleCheck, 'text-ok-text'],
  retired: [CircleSlash, 'text-muted'],
}
const SUBMISSIONS: Readonly<Record<SubmissionState, readonly [LucideIcon, string]>> = {
  new: [Mail, 'text-ink'],
  done: [CircleCheck, 'text-ok-text'],
  held: [CirclePause, 'text-bad-text'],
}

export function FormMark({ state }: { state: FormState }) {
  return <Mark look={FORMS[state]}>{formStateLabel(state)}</Mark>
}

export function SubmissionMark({ state }: { state: SubmissionState }) {
  return <Mark look={SUBMISSIONS[state]}>{submissionStateLabel(state)}</Mark>
}

/** The state as an icon and a word: never by its colour alone. */
function Mark({ look: [Icon, color], children }: { look: readonly [LucideIcon, string]; children: string }) {
  return (
    <span className={`inline-flex items-center gap-1 text-sm font-medium whitespace-nowrap ${color}`}>
      <Icon aria-hidden size={15} strokeWidth={1.75} className="shrink-0" />
      {children}
    </span>
  )
}
